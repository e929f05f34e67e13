import type { Department } from '../../../contract/departments.ts';
import { Portrait } from '../../content/portrait.tsx';
import classes from './department-page.module.css';
import { staffName } from './staff-name.ts';

/** The head of a department with their message. Renders nothing unless `showProfile` is set. */
export function HeadProfile({ head }: { head: Department['department_head'] }) {
  const person = head?.hodDetails;
  if (!head?.showProfile || !person) return null;
  const name = staffName(person);
  return (
    <section className={`panel stack p-5 ${classes.profile}`} aria-label="Head of the department">
      <div className={`row middle gap-5 ${classes.person}`}>
        <Portrait name={name} url={person.profile_url} size="large" />
        <div>
          <p className="soft small">Head of the department</p>
          <h2>{name}</h2>
          {person.professional_designation ? <p>{person.professional_designation}</p> : null}
          {person.specialization ? <p className="soft small">{person.specialization}</p> : null}
        </div>
      </div>
      {head.message ? (
        <blockquote className={classes.message}>
          <p>{head.message}</p>
        </blockquote>
      ) : null}
    </section>
  );
}
