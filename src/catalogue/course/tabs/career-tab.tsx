import type { Course } from '../../../../contract/course.ts';
import classes from '../course-page.module.css';
import { DetailSection, DetailTable, PointList } from '../detail-sections.tsx';

export function CareerTab({ course }: { course: Course }) {
  const { career_path: path = [], shore_sectors: sectors = [], placement_records: records = [] } = course;
  return (
    <>
      {path.length > 0 ? (
        <DetailSection title="Career path">
          <ol className={`stack gap-4 ${classes.steps}`}>
            {path.map(({ position, description, responsibilities }) => (
              <li key={position}>
                <strong>{position}</strong>
                <p>{description}</p>
                <PointList points={responsibilities} />
              </li>
            ))}
          </ol>
        </DetailSection>
      ) : null}
      {course.shore_intro || sectors.length > 0 ? (
        <DetailSection title="Ashore">
          {course.shore_intro ? <p>{course.shore_intro}</p> : null}
          <ul className={`stack gap-3 ${classes.packages}`}>
            {sectors.map(({ name, description }) => (
              <li key={name}>
                <strong>{name}</strong>
                <p>{description}</p>
              </li>
            ))}
          </ul>
        </DetailSection>
      ) : null}
      {records.length > 0 ? (
        <DetailSection title="Placement records">
          <DetailTable
            caption="Placement records"
            heads={['Year', 'Placed']}
            rows={records.map(({ year, placementRecord }) => [year, placementRecord])}
          />
        </DetailSection>
      ) : null}
    </>
  );
}
