import type { Experience } from '../../../contract/student.ts';
import classes from './profile-view.module.css';

/** The student's work experience, in the order in which it was entered. */
export function ExperienceList({ experience }: { experience: Experience[] }) {
  if (experience.length === 0) return <p className="soft small">No experience added yet.</p>;
  return (
    <ol className="stack gap-5">
      {experience.map(({ position, company, period, description }) => (
        <li key={`${position} ${company} ${period}`} className={`stack gap-1 anywhere ${classes.entry}`}>
          <h3>{position}</h3>
          <p className="soft small">{[company, period].filter(Boolean).join(', ')}</p>
          {description ? <p className={classes.text}>{description}</p> : null}
        </li>
      ))}
    </ol>
  );
}
