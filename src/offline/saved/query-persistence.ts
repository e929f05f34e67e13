import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import {
  hashKey,
  notifyManager,
  type Query,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import * as z from 'zod';
import { ApiError } from '../../lib/api.ts';
import { type DeviceStore, recordVersion, studentPrefix } from './device-store.ts';
import { savedAtOf } from './saved-call.ts';

type Persister = ReturnType<typeof experimental_createQueryPersister<string | null>>;
type PersistenceDeps = {
  storage: Pick<DeviceStore, 'getItem' | 'setItem' | 'removeItem'>;
  subject: { readonly student: string | null };
  /**
   * Resolves after the first paint. Restored queries are refetched only then, so that refetching does not delay the
   * paint.
   */
  firstPaint?: Promise<void>;
};

const publicPrefix = 'public';
const recordSchema = z.object({ state: z.object({ dataUpdatedAt: z.number() }) });

/**
 * When saved data was saved (ms since the epoch), by the hash of the query that is loading this data. A query that
 * loads its data from the server has no entry.
 */
type Ages = Map<string, number>;

/** Parses a stored query, and notes when its data was saved. */
function readRecord(text: string | null, ages: Ages): PersistedQuery {
  const record: PersistedQuery = JSON.parse(text ?? '');
  ages.set(record.queryHash, record.state.dataUpdatedAt);
  return record;
}

/** When the saved data of a public query was fetched (ms since the epoch); null if none is saved on the device. */
export async function readSavedAt(storage: Pick<DeviceStore, 'getItem'>, queryKey: QueryKey): Promise<number | null> {
  const stored = await storage.getItem(`${publicPrefix}-${hashKey(queryKey)}`);
  return (stored && recordSchema.safeParse(JSON.parse(stored)).data?.state.dataUpdatedAt) || null;
}

/**
 * Prefix of the key under which a query's record is stored: `public`, or a prefix with the student's id. Null if the
 * query is not stored: it has no `meta.persist`, or it is a student's query and nobody is signed in.
 */
function prefixOf(query: Query, student: string | null): string | null {
  if (query.meta?.persist === 'public') return publicPrefix;
  return query.meta?.persist === 'student' && student ? studentPrefix(student) : null;
}

/**
 * Stores the data of queries with `meta.persist`, one record per query, and restores it before the server responds.
 * Also stores data that came with the HTML or was set by a screen. Records never expire, because screens show their
 * age. If the server has nothing for a query (null), the record is deleted, so that the next visit does not start from
 * null. Returns a function that stops storing.
 */
export function persistQueries(queryClient: QueryClient, deps: PersistenceDeps): () => void {
  const { storage, subject, firstPaint } = deps;
  const persisters = new Map<string, Persister>();
  const ages: Ages = new Map();
  function persisterOf(query: Query): Persister | null {
    const prefix = prefixOf(query, subject.student);
    if (!prefix) return null;
    const known = persisters.get(prefix);
    if (known) return known;
    const made = experimental_createQueryPersister<string | null>({
      storage: {
        getItem: storage.getItem,
        setItem: (key, text) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)),
        removeItem: storage.removeItem,
      },
      deserialize: (text) => readRecord(text, ages),
      serialize: (record) => (record.state.data === null ? null : JSON.stringify(record)),
      prefix,
      buster: recordVersion,
      maxAge: Number.POSITIVE_INFINITY,
      refetchOnRestore: false,
    });
    persisters.set(prefix, made);
    return made;
  }

  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      persister: async (queryFn, context, query) => {
        const persister = persisterOf(query);
        if (!persister) return queryFn(context);
        const { data: previous, dataUpdatedAt: previousAt } = query.state;
        let isFetched = false;
        const fetchWithAge = async (given: QueryFunctionContext) => {
          isFetched = true;
          ages.delete(query.queryHash);
          const found = await queryFn(given);
          const savedAt = savedAtOf(query.queryHash);
          if (savedAt && savedAt < previousAt) throw new ApiError('offline', 'Saved response is older');
          if (savedAt) ages.set(query.queryHash, savedAt);
          return found;
        };
        try {
          const found = await persister.persisterFn(fetchWithAge, context, query);
          if (!isFetched) void refetch(query, firstPaint);
          return found;
        } catch (error) {
          if (previous === undefined || !isTemporary(error)) throw error;
          ages.set(query.queryHash, previousAt);
          return previous;
        }
      },
    },
  });
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) {
      // If the query has just loaded saved data, TanStack Query has set `dataUpdatedAt` to the current time, as if the
      // data came from the server. Set it to the time at which the data was saved, before a screen reads it.
      const at = ages.get(event.query.queryHash);
      ages.delete(event.query.queryHash);
      if (at) event.query.setState({ dataUpdatedAt: at });
    }
    const isHydrated = event.type === 'added' && event.query.state.data !== undefined;
    const isSetByScreen = event.type === 'updated' && event.action.type === 'success' && event.action.manual;
    if (isHydrated || isSetByScreen) void persisterOf(event.query)?.persistQuery(event.query);
  });
}

/**
 * Whether an error means that our server did not respond or failed (5xx). Screens then keep showing the previous data
 * and its age, not an error.
 */
function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'offline' || error.status >= 500);
}

/** Refetches restored data after the first paint. If that fails, the restored data stays. */
async function refetch(query: Query, firstPaint: Promise<void> | undefined): Promise<void> {
  await firstPaint;
  notifyManager.schedule(() => query.fetch().catch(() => {}));
}
