import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { LoadingTitle } from '../../ui/page/loading-title.tsx';
import { Page } from '../../ui/page/page.tsx';
import classes from './course-skeleton.module.css';

export function CourseSkeleton() {
  return (
    <Page>
      <LoadingTitle />
      <SkeletonGroup label="Loading course" className="stack gap-4">
        <Skeleton width="40%" height="0.8rem" />
        <Skeleton width="75%" height="2.25rem" />
        <Skeleton width="90%" height="1.1rem" />
        <div className={`stack gap-6 ${classes.columns}`}>
          <Skeleton shape="picture" />
          <Skeleton height="14rem" />
        </div>
      </SkeletonGroup>
    </Page>
  );
}
