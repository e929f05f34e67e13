import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { WaitingTitle } from '../ui/waiting-title.tsx';
import pageClasses from './course-page.module.css';
import classes from './course-waiting.module.css';

/** The shape of a course page before the course. */
export function CourseWaiting() {
  return (
    <Page>
      <WaitingTitle />
      <SkeletonGroup label="Loading course" className={classes.waiting}>
        <Skeleton width="40%" height="0.8rem" />
        <Skeleton width="75%" height="2.25rem" />
        <Skeleton width="90%" height="1.1rem" />
        <div className={pageClasses.columns}>
          <Skeleton shape="picture" />
          <Skeleton height="14rem" />
        </div>
      </SkeletonGroup>
    </Page>
  );
}
