import { type ComponentType, lazy, Suspense } from 'react';
import { useConnection } from './page-connection.ts';

// Only who reads without a connection needs the words. Without them the page stands as well.
const AsOf = lazy<ComponentType<{ what: string; at: number }>>(() =>
  import('../ui/as-of.tsx').then(
    ({ AsOf: line }) => ({ default: line }),
    () => ({ default: () => null }),
  ),
);
const longAgo = 3_600_000;

/**
 * Says from when the prices and seats below it are, where they come from a saved copy: without a connection, or with one so
 * slow that the copy of an earlier hour stands in. `at` in ms.
 */
export function SavedAsOf({ at }: { at: number | undefined }) {
  const state = useConnection();
  const isCut = state === 'offline' || state === 'portal';
  if (!at || (!isCut && Date.now() - at < longAgo)) return null;
  return (
    <Suspense fallback={null}>
      <AsOf what="Prices and seats" at={at} />
    </Suspense>
  );
}
