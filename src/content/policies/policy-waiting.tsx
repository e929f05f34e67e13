import { Page } from '../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { WaitingTitle } from '../../ui/waiting-title.tsx';
import classes from './policy-waiting.module.css';

const widths = ['100%', '92%', '97%', '60%'];

/** The shape of a page of rules before its text. */
export function PolicyWaiting() {
  return (
    <Page>
      <WaitingTitle />
      <SkeletonGroup label="Loading page" className={classes.waiting}>
        <Skeleton width="65%" height="2.5rem" />
        <Skeleton width="12rem" height="1.1rem" />
        <Skeleton height="5px" />
        {['first', 'second', 'third'].map((part) => (
          <div key={part} className={classes.part}>
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
