import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { formatInstant } from '../../lib/format/format.ts';
import { deviceStore } from './device-store.ts';

/** When the oldest data on the page was fetched (ms since the epoch); null if the page shows no data. */
function useOldestUpdate(): number | null {
  const cache = useQueryClient().getQueryCache();
  const read = useCallback(() => {
    const times = cache.findAll({ type: 'active' }).flatMap(({ state }) => state.dataUpdatedAt || []);
    return times.length > 0 ? Math.min(...times) : null;
  }, [cache]);
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    read,
    () => null,
  );
}

/** Says how old the saved content of an offline page is. Renders nothing if the browser cannot store anything. */
export function SavedAge() {
  const oldest = useOldestUpdate();
  return oldest && !deviceStore.isRefused ? <>You see saved content, as of {formatInstant(oldest)}.</> : null;
}
