import { useSyncExternalStore } from 'react';
import { markerHeader } from '../../../contract/headers.ts';
import { getHealth } from '../../../contract/health.ts';
import { Connection, type ConnectionState, type ProbeResult } from './connection.ts';

const timeoutMs = 8000;

async function ping(): Promise<ProbeResult> {
  const response = await fetch(getHealth.url, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
  return response.headers.has(markerHeader) ? 'ours' : 'foreign';
}

/** Knows whether this page can reach our server. */
export const connection = new Connection({
  ping,
  isVisible: () => document.visibilityState === 'visible',
  random: Math.random,
});

/** The state of the connection, as a hook; `unknown` during server rendering. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.state,
    () => 'unknown',
  );
}

/** Whether the connection is `offline` or `portal`, as a hook; false during server rendering. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.isOffline,
    () => false,
  );
}
