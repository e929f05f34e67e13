import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { useIsOffline } from '../connection/page-connection.ts';

// Load the script that shows the age of saved data on demand. Until the script is loaded, the page shows no age.
const AsOf = lazyPart(() => import('../../ui/as-of.tsx').then((module) => ({ default: module.AsOf })));
const oldAfterMs = 3_600_000;

/**
 * Says when the prices and seats beside it were fetched (`at`, ms since the epoch). Offline, this is always shown.
 * Online, it is shown only if the prices and seats are older than an hour: then they come from a saved copy, which is
 * replaced when the server responds.
 */
export function SavedAsOf({ at }: { at: number | undefined }) {
  const isOffline = useIsOffline();
  if (!at || (!isOffline && Date.now() - at < oldAfterMs)) return null;
  return (
    <Suspense fallback={null}>
      <AsOf what="Prices and seats" at={at} />
    </Suspense>
  );
}
