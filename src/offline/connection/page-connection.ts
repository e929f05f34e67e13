import { useEffect, useRef, useSyncExternalStore } from 'react';
import { getHealth } from '../../../contract/health.ts';
import { Connection, type ConnectionState, type Probe, probeOf } from './connection.ts';

const timeoutMs = 8000;

/**
 * Sends a health request to our server. Redirects come from captive portals and are not followed, because the
 * Content-Security-Policy would make the call fail as if there were no connection.
 */
async function ping(): Promise<Probe> {
  const signal = AbortSignal.timeout(timeoutMs);
  return probeOf(await fetch(getHealth.url, { cache: 'no-store', redirect: 'manual', signal }));
}

/** Knows whether this page can reach our server. */
export const connection = new Connection({
  ping,
  isVisible: () => document.visibilityState === 'visible',
  random: Math.random,
});

/** Reloads the page if our server responds. Called if a script of the page could not be loaded. */
export async function reloadIfOnline(): Promise<void> {
  if ((await connection.probe()) === 'online') window.location.reload();
}

/** The state of the connection, as a hook; `unknown` during server rendering. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.state,
    () => 'unknown',
  );
}

/** Whether our server cannot be reached, as a hook; false during server rendering. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.isOffline,
    () => false,
  );
}

/**
 * Calls `retry` each time our server can be reached again. @returns whether our server cannot be reached now, like
 * `useIsOffline`
 */
export function useRetryWhenBack(retry: (() => void) | undefined): boolean {
  const isOffline = useIsOffline();
  const wasOffline = useRef(isOffline);
  useEffect(() => {
    if (wasOffline.current && !isOffline) retry?.();
    wasOffline.current = isOffline;
  }, [isOffline, retry]);
  return isOffline;
}
