import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import * as z from 'zod';
import type { Connection } from './connection.ts';
import type { QueryStore } from './query-store.ts';

const freshFor = 86_400_000;
const recordSchema = z.object({ state: z.object({ dataUpdatedAt: z.number() }) });

export type SaveAheadParts = {
  storage: Pick<QueryStore, 'getItem'>;
  connection: Pick<Connection, 'state' | 'probe'>;
  now: () => number;
};

/** Whether the person asked the browser to spare data. */
export function wantsLessData(device: Navigator & { connection?: { saveData?: boolean } }): boolean {
  return device.connection?.saveData === true;
}

async function isSaved(storage: SaveAheadParts['storage'], queryKey: QueryKey, now: number): Promise<boolean> {
  const stored = await storage.getItem(`public-${hashKey(queryKey)}`);
  const record = stored ? recordSchema.safeParse(JSON.parse(stored)) : null;
  return record?.success === true && now - record.data.state.dataUpdatedAt < freshFor;
}

/**
 * Fetches and stores a public query that a reader at sea will want although this visit did not open it, at most once a day.
 * Where our server does not answer nothing happens. It never fails.
 */
export async function saveAhead<Found, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
  { storage, connection, now }: SaveAheadParts,
): Promise<void> {
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  if (await isSaved(storage, query.queryKey, now())) return;
  if (connection.state !== 'online' && (await connection.probe()) !== 'online') return;
  await queryClient.prefetchQuery(query);
}
