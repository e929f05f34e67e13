import { paths } from '../../contract/pages.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { CompassRose } from '../ui/compass-rose.tsx';
import { Page } from '../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import classes from './not-found-page.module.css';
import { useOldAddress } from './use-old-address.ts';

/** Unknown path (document 1, section 2); one of the old site leads on. */
export function NotFoundPage() {
  const { isAsking } = useOldAddress();
  if (isAsking) {
    return (
      <Page>
        <SkeletonGroup label="Loading page">
          <Skeleton width="75%" height="2.25rem" />
        </SkeletonGroup>
      </Page>
    );
  }
  return (
    <Page>
      <title>Page not found.</title>
      <div className={classes.lost}>
        <CompassRose size={120} />
        <h1>Page not found.</h1>
        <p>This address is not on our chart. The course you look for may have moved.</p>
        <div className={classes.ways}>
          <ActionLink href={paths.coursesList}>Explore Courses</ActionLink>
          <ActionLink href={paths.home} look="outline">
            Home
          </ActionLink>
        </div>
      </div>
    </Page>
  );
}
