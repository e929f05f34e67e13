import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { LoadingTitle } from '../../ui/page/loading-title.tsx';
import { Page } from '../../ui/page/page.tsx';
import classes from './policy-skeleton.module.css';

const widths = ['100%', '92%', '97%', '60%'];

/** Skeleton of a text page, such as a policy or a news post. */
export function PolicySkeleton() {
  return (
    <Page>
      <LoadingTitle />
      <SkeletonGroup label="Loading page" className={classes.skeleton}>
        <Skeleton width="65%" height="2.5rem" />
        <Skeleton width="12rem" height="1.1rem" />
        <Skeleton height="5px" />
        {['first', 'second', 'third'].map((part) => (
          <div key={part} className={`stack gap-2-5 ${classes.part}`}>
            <Skeleton width="45%" height="1.4rem" />
            {widths.map((width) => (
              <Skeleton key={width} width={width} height="1rem" />
            ))}
          </div>
        ))}
      </SkeletonGroup>
    </Page>
  );
}
