import { type ComponentType, lazy, Suspense } from 'react';
import { useIsOffline } from '../connection/page-connection.ts';

// Needed only for saved data, so it is loaded on demand. If it cannot be loaded, the page is shown without it.
const AsOf = lazy<ComponentType<{ what: string; at: number }>>(() =>
  import('../../ui/as-of.tsx').then(
    ({ AsOf: line }) => ({ default: line }),
    () => ({ default: () => null }),
  ),
);
const oldAfterMs = 3_600_000;

/**
 * Says when the prices and seats below it were fetched (`at`, ms since the epoch). Shown while offline, and also on a slow
 * connection, where a saved copy older than an hour may be shown until the server responds.
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
