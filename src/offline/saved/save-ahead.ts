import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import * as z from 'zod';
import type { Connection } from '../connection/connection.ts';
import type { QueryStore } from './query-store.ts';

const freshForMs = 86_400_000;
const recordSchema = z.object({ state: z.object({ dataUpdatedAt: z.number() }) });

type SaveAheadDeps = {
  storage: Pick<QueryStore, 'getItem'>;
  connection: Pick<Connection, 'state' | 'probe'>;
  now: () => number;
};

/** Whether the visitor has switched on the browser's data saver. */
export function wantsLessData(device: Navigator & { connection?: { saveData?: boolean } }): boolean {
  return device.connection?.saveData === true;
}

async function isSaved(storage: SaveAheadDeps['storage'], queryKey: QueryKey, now: number): Promise<boolean> {
  const stored = await storage.getItem(`public-${hashKey(queryKey)}`);
  const record = stored ? recordSchema.safeParse(JSON.parse(stored)) : null;
  return record?.success === true && now - record.data.state.dataUpdatedAt < freshForMs;
}

/**
 * Fetches and stores a public query that an offline reader may need although this visit did not show it, at most once a day.
 * Does nothing if our server does not respond. Never fails.
 */
export async function saveAhead<Found, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
  { storage, connection, now }: SaveAheadDeps,
): Promise<void> {
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  if (await isSaved(storage, query.queryKey, now())) return;
  if (connection.state !== 'online' && (await connection.probe()) !== 'online') return;
  await queryClient.prefetchQuery(query);
}
