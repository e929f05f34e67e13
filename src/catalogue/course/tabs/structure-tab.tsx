import type { Course } from '../../../../contract/course.ts';
import { formatDuration } from '../../../lib/format/format.ts';
import classes from '../course-page.module.css';
import { DetailSection, FactList, PointList, TextSection } from '../detail-sections.tsx';

function eLearning({ e_learning, e_learning_hours: hours, e_learning_passmark: mark }: Course): string | undefined {
  if (e_learning === undefined) return undefined;
  if (!e_learning) return 'None';
  const facts = ['Required', hours ? formatDuration(hours, 'hour') : null, mark ? `pass mark ${mark}%` : null];
  return facts.filter((fact) => fact !== null).join(', ');
}

export function StructureTab({ course }: { course: Course }) {
  const { modules = [], semesters = [] } = course;
  return (
    <>
      <TextSection title="Programme structure" text={course.program_structure_overview} />
      {semesters.map(({ title, theory, workshops }) => (
        <details key={title} className={`line-below ${classes.semester}`} open={title === semesters[0]?.title}>
          <summary>{title}</summary>
          <div className={`stack gap-6 ${classes.halves}`}>
            <PointList title="Theory" points={theory} />
            <PointList title="Workshops" points={workshops} />
          </div>
        </details>
      ))}
      {modules.length > 0 ? (
        <DetailSection title="Modules">
          <ol className={`stack gap-4 ${classes.steps}`}>
            {modules.map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
        </DetailSection>
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
