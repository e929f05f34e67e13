import { useEffect, useState, useSyncExternalStore } from 'react';
import { longestPause } from './outbox-rules.ts';
import { outbox } from './page-outbox.ts';

/** Whole seconds until this device tries again by itself, counted down; null where no try is planned. */
export function useNextTry(): number | null {
  const nextTry = useSyncExternalStore(
    outbox.subscribe,
    () => outbox.nextTry,
    () => null,
  );
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (nextTry === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [nextTry]);
  if (nextTry === null) return null;
  // Somebody may set the device's clock meanwhile.
  return Math.max(1, Math.min(Math.ceil((nextTry - now) / 1000), longestPause / 1000));
}
