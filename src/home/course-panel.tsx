import type { Home } from '../../contract/content.ts';
import { telHref } from '../content/tel-href.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import classes from './course-panel.module.css';

/** Announces a new course, with the phone numbers of admissions. */
export function CoursePanel({ panel }: { panel: NonNullable<Home['panel']> }) {
  return (
    <aside className={classes.panel} aria-labelledby="new-course">
      <h2 id="new-course">{panel.title}</h2>
      <p className={classes.length}>{panel.duration}</p>
      <p>{panel.text}</p>
      <ActionLink href={panel.button.url} look="outline">
        {panel.button.label}
      </ActionLink>
      <div className={classes.call}>
        <h3>Call admissions</h3>
        <ul>
          {panel.phones.map((phone) => (
            <li key={phone}>
              <a href={telHref(phone)}>{phone}</a>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
