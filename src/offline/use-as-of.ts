import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** Age of what the page shows: the time (ms) of its oldest answer; null while it shows none. */
export function useAsOf(): number | null {
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
