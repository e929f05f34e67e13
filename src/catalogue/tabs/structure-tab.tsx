import type { Course } from '../../../contract/course.ts';
import { formatDuration } from '../../lib/format.ts';
import { DetailPart, FactList, PointList, TextPart } from '../detail-parts.tsx';
import classes from './tabs.module.css';

function eLearning({ e_learning, e_learning_hours: hours, e_learning_passmark: mark }: Course): string | undefined {
  if (e_learning === undefined) return undefined;
  if (!e_learning) return 'None';
  const parts = ['Required', hours ? formatDuration(hours, 'hour') : null, mark ? `pass mark ${mark}%` : null];
  return parts.filter((part) => part !== null).join(', ');
}

/** What is taught, in which order. */
export function StructureTab({ course }: { course: Course }) {
  const { modules = [], semesters = [] } = course;
  return (
    <>
      <TextPart title="How it is built" text={course.program_structure_overview} />
      {semesters.map(({ title, theory, workshops }) => (
        <details key={title} className={classes.semester} open={title === semesters[0]?.title}>
          <summary>{title}</summary>
          <div className={classes.halves}>
            <PointList title="Theory" points={theory} />
            <PointList title="Workshops" points={workshops} />
          </div>
        </details>
      ))}
      {modules.length > 0 ? (
        <DetailPart title="Modules">
          <ol className={classes.steps}>
            {modules.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        </DetailPart>
      ) : null}
      <FactList
        facts={[
          ['E-learning', eLearning(course)],
          ['Exit examination', course.exit_exam],
        ]}
      />
    </>
  );
}
