import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { WaitingTitle } from '../../ui/waiting-title.tsx';
import classes from './content-waiting.module.css';

/** The shape in which a page of words opens, before they come. */
export function ContentWaiting() {
  return (
    <SkeletonGroup label="Loading page" className={classes.waiting}>
      <Skeleton shape="picture" />
      <div className={classes.words}>
        <WaitingTitle />
        <Skeleton width="75%" height="2.5rem" />
        <Skeleton width="90%" height="1.1rem" />
        <Skeleton width="60%" height="1.1rem" />
        <Skeleton width="9rem" height="2.875rem" />
      </div>
    </SkeletonGroup>
  );
}
