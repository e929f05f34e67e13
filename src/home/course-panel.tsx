import type { Home } from '../../contract/content.ts';
import { telHref } from '../content/tel-href.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import classes from './home-page.module.css';

/** Announces a new course, with the phone numbers of admissions. */
export function CoursePanel({ panel }: { panel: NonNullable<Home['panel']> }) {
  return (
    <aside className={classes.panel} aria-labelledby="new-course">
      <h2 className="midsize" id="new-course">
        {panel.title}
      </h2>
      <p className={`sea tiny strong ${classes.length}`}>{panel.duration}</p>
      <p>{panel.text}</p>
      <ActionLink href={panel.button.url} look="outline">
        {panel.button.label}
      </ActionLink>
      <div className={`fill mt-2 ${classes.call}`}>
        <h3 className="soft tiny">Call admissions</h3>
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
