import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { paths } from '../../../contract/pages.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { CompassRose } from '../../ui/pictures/compass-rose.tsx';
import classes from './not-found-page.module.css';

const neverChanges = () => () => {};

/**
 * Redirects if the URL belongs to the old site. The URL of a server-rendered page needs no check, because the server
 * has checked it already. `isChecking`: the URL has not been looked up in the redirect table yet.
 */
function useOldSiteRedirect(): { isChecking: boolean } {
  const client = useQueryClient();
  const router = useRouter();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const [isServerRendered] = useState(!isInBrowser);
  const [checkedPath, setCheckedPath] = useState(isServerRendered ? pathname : null);
  const isChecking = checkedPath !== pathname;

  useEffect(() => {
    if (!isChecking) return;
    let isCurrent = true;
    const finish = () => isCurrent && setCheckedPath(pathname);
    import('./old-site-redirect.ts')
      .then(({ redirectFromOldSite }) => redirectFromOldSite(client, router))
      .then((hasRedirected) => hasRedirected || finish(), finish);
    return () => {
      isCurrent = false;
    };
  }, [isChecking, pathname, client, router]);
  return { isChecking };
}

/** Page for an unknown path. If the path belongs to the old site, redirects (docs/product.md#routes). */
export function NotFoundPage() {
  const { isChecking } = useOldSiteRedirect();
  if (isChecking) {
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
      <div className={`stack left gap-4 ${classes.lost}`}>
        <CompassRose size={120} />
        <h1>Page not found.</h1>
        <p>The page you’re looking for may have moved.</p>
        <div className="row wrap gap-3">
          <ActionLink href={paths.coursesList}>Explore Courses</ActionLink>
          <ActionLink href={paths.home} look="outline">
            Home
          </ActionLink>
        </div>
      </div>
    </Page>
  );
}
