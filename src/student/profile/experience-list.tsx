import type { Experience } from '../../../contract/student.ts';
import classes from './experience-list.module.css';

/** The student's experience, in the order in which it was entered. */
export function ExperienceList({ experience }: { experience: Experience[] }) {
  if (experience.length === 0) return <p className={classes.none}>No experience added yet.</p>;
  return (
    <ol className={classes.list}>
      {experience.map(({ position, company, period, description }) => (
        <li key={`${position} ${company} ${period}`} className={classes.entry}>
          <h3>{position}</h3>
          <p className={classes.where}>{[company, period].filter(Boolean).join(', ')}</p>
          {description ? <p className={classes.text}>{description}</p> : null}
        </li>
      ))}
    </ol>
  );
}
