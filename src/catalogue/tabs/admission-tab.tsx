import type { Course } from '../../../contract/course.ts';
import { DetailPart, DetailTable, PointList } from '../detail-parts.tsx';
import classes from './tabs.module.css';

/** How to join, step by step, and with which papers. */
export function AdmissionTab({ course }: { course: Course }) {
  const { admission_process: steps = [], events = [], requiredDocuments = [] } = course;
  return (
    <>
      {steps.length > 0 ? (
        <DetailPart title="Steps">
          <ol className={classes.steps}>
            {steps.map(({ step, description }) => (
              <li key={step}>
                <strong>{step}</strong>
                <p>{description}</p>
              </li>
            ))}
          </ol>
        </DetailPart>
      ) : null}
      <PointList title="Documents to bring" points={requiredDocuments.map((document) => document.name)} />
      {events.length > 0 ? (
        <DetailPart title="Calendar">
          <DetailTable
            caption="Calendar"
            heads={['Event', 'When']}
            rows={events.map((one) => [one.events, one.year])}
          />
        </DetailPart>
      ) : null}
    </>
  );
}
