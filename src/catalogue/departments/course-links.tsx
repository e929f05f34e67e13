import type { Department } from '../../../contract/departments.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from './department-page.module.css';

type Courses = NonNullable<NonNullable<Department['courses']>['course_list']>;

/**
 * Links to the first courses of a department. `total`: number of all its courses, if there are more than `courses`;
 * otherwise undefined.
 */
export function CourseLinks({ courses, total }: { courses: Courses; total: number | undefined }) {
  const links = (
    <ul className={`stack line-above ${classes.courses}`}>
      {courses.map(({ id, course_name: name, meta_text = '', duration, duration_unit: unit }) => (
        <li key={id}>
          <PageLink href={coursePath({ id, meta_text })}>{name}</PageLink>
          {duration && unit ? <span className="soft small nowrap">{formatDuration(duration, unit)}</span> : null}
          <Icon name="chevronRight" size={18} className="sea" />
        </li>
      ))}
    </ul>
  );
  if (total === undefined) return links;
  return (
    <>
      <p>
        Showing {courses.length} of {total} courses. <PageLink href={paths.search}>Search all courses</PageLink>
      </p>
      {links}
    </>
  );
}
