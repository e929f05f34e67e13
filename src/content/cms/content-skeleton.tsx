import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { LoadingTitle } from '../../ui/page/loading-title.tsx';
import classes from './content-skeleton.module.css';

export function ContentSkeleton() {
  return (
    <SkeletonGroup label="Loading page" className={`stack single line-below surface ${classes.skeleton}`}>
      <Skeleton shape="picture" />
      <div className={`stack gap-4 ${classes.words}`}>
        <LoadingTitle />
        <Skeleton width="75%" height="2.5rem" />
        <Skeleton width="90%" height="1.1rem" />
        <Skeleton width="60%" height="1.1rem" />
        <Skeleton width="9rem" height="2.875rem" />
      </div>
    </SkeletonGroup>
  );
}
