import { type ComponentType, useEffect, useState } from 'react';
import { connection, useIsOffline } from '../offline/connection/page-connection.ts';
import { FailedPage } from './failed-page.tsx';

/** If our server cannot be reached, show the error page after a page has been loading for this many milliseconds. */
const patienceMs = 10_000;

/**
 * Makes the `pendingComponent` of a route, which shows `Skeleton`. If the page is still loading after `patienceMs` and
 * our server cannot be reached, it shows the error page instead. Otherwise the skeleton could stay forever, because
 * browsers set no time limit for loading scripts.
 */
export function pendingPage(Skeleton: ComponentType) {
  return function PendingPage() {
    const isOffline = useIsOffline();
    const [isLate, setIsLate] = useState(false);
    const [hasFailed, setHasFailed] = useState(false);

    useEffect(() => {
      const timer = setTimeout(() => {
        setIsLate(true);
        // Send a health request to find out whether our server can be reached. A page whose script is still loading
        // makes no other API call.
        void connection.probe();
      }, patienceMs);
      return () => clearTimeout(timer);
    }, []);
    // Scroll to the top here, because the router does so only after the page has been loaded.
    useEffect(() => {
      if (hasFailed) window.scrollTo(0, 0);
    }, [hasFailed]);
    // Do not return to the skeleton when the connection is back, because the error page then reloads the page.
    if (isLate && isOffline && !hasFailed) setHasFailed(true);

    return hasFailed ? <FailedPage needsReload /> : <Skeleton />;
  };
}
