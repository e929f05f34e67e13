import type { Course } from '../../../contract/course.ts';
import { coursePath, paths } from '../../../contract/pages.ts';
import { PageLink } from '../../ui/links/page-link.tsx';
import classes from './course-page.module.css';

/** Buttons that share, print or compare a course. */
export function CourseTools({ course }: { course: Course }) {
  const share = () => {
    const url = new URL(coursePath(course), window.location.href).href;
    void import('../../ui/share-link.ts').then(({ shareLink }) => shareLink({ title: course.course_name, url }));
  };
  return (
    <div className={`row wrap screen-only ${classes.tools}`}>
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
