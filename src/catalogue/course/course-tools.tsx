import type { Course } from '../../../contract/course.ts';
import { paths } from '../../../contract/pages.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from './course-tools.module.css';

/** Share, print and compare a course. */
export function CourseTools({ course }: { course: Course }) {
  const share = () => void import('./share-course.ts').then(({ shareCourse }) => shareCourse(course));
  return (
    <div className={classes.tools}>
      <button type="button" onClick={share}>
        Share
      </button>
      <button type="button" onClick={() => window.print()}>
        Print
      </button>
      <PageLink href={`${paths.coursesCompare}?add=${course.id}`} rel="nofollow">
        Compare
      </PageLink>
    </div>
  );
}
