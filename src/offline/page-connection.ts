import { useSyncExternalStore } from 'react';
import { markerHeader } from '../../contract/headers.ts';
import { getHealth } from '../../contract/health.ts';
import { Connection, type ConnectionState, type Heard } from './connection.ts';

const patience = 8000;

async function askHealth(): Promise<Heard> {
  const response = await fetch(getHealth.url, { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  return response.headers.has(markerHeader) ? 'ours' : 'foreign';
}

/** The page's connection. */
export const connection = new Connection({
  ask: askHealth,
  isVisible: () => document.visibilityState === 'visible',
  random: Math.random,
});

/** Whether our server can be reached; `unknown` while a page is rendered on the server. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(
    connection.subscribe,
    () => connection.state,
    () => 'unknown',
  );
}
