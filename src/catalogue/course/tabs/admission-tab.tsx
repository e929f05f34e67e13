import type { Course } from '../../../../contract/course.ts';
import classes from '../course-page.module.css';
import { DetailSection, DetailTable, PointList } from '../detail-sections.tsx';

export function AdmissionTab({ course }: { course: Course }) {
  const { admission_process: steps = [], events = [], requiredDocuments = [] } = course;
  return (
    <>
      {steps.length > 0 ? (
        <DetailSection title="Steps">
          <ol className={`stack gap-4 ${classes.steps}`}>
            {steps.map(({ step, description }) => (
              <li key={step}>
                <strong>{step}</strong>
                <p>{description}</p>
              </li>
            ))}
          </ol>
        </DetailSection>
      ) : null}
      <PointList title="Documents to bring" points={requiredDocuments.map((document) => document.name)} />
      {events.length > 0 ? (
        <DetailSection title="Calendar">
          <DetailTable
            caption="Calendar"
            heads={['Event', 'When']}
            rows={events.map((one) => [one.events, one.year])}
          />
        </DetailSection>
      ) : null}
    </>
  );
}
