import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Connection } from '../connection/connection.ts';
import type { DeviceStore } from './device-store.ts';
import { readSavedAt } from './query-persistence.ts';

const freshForMs = 86_400_000;

type SaveAheadDeps = {
  storage: Pick<DeviceStore, 'getItem'>;
  connection: Pick<Connection, 'state' | 'probe'>;
  now: () => number;
};

/**
 * Fetches the data of a public query and stores it on the device, although this visit did not need it: an offline
 * reader may need it later. Does so at most once a day, and only if our server responds. Never fails.
 */
export async function saveAhead<Found, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Found, Error, Found, Key>,
  { storage, connection, now }: SaveAheadDeps,
): Promise<void> {
  if (queryClient.getQueryData(query.queryKey) !== undefined) return;
  const savedAt = await readSavedAt(storage, query.queryKey);
  if (savedAt !== null && now() - savedAt < freshForMs) return;
  if (connection.state !== 'online' && (await connection.probe()) !== 'online') return;
  await queryClient.prefetchQuery(query);
}
