import { experimental_createQueryPersister } from '@tanstack/query-persist-client-core';
import { notifyManager, type Query, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { ApiError } from '../lib/api.ts';
import type { QueryStore } from './query-store.ts';
import { savedAnswerTime } from './saved-answers.ts';

/** Raised when records of an older release can't be read any more: they are then dropped. */
export const recordVersion = '1';

type Persister = ReturnType<typeof experimental_createQueryPersister<string>>;
type PersistenceParts = {
  storage: Pick<QueryStore, 'getItem' | 'setItem' | 'removeItem' | 'entries'>;
  subject: { readonly student: string | null };
  /** Settles when the first page stands: what was restored for it is asked for anew after that. */
  stands?: Promise<void>;
};

/** Key under which a student's records begin. */
export function studentPrefix(student: string): string {
  return `student:${student}`;
}

/** Whose record a query is: everybody's, the present student's, or none (`meta.persist` is an opt-in). */
function prefixOf(query: Query, student: string | null): string | null {
  if (query.meta?.persist === 'public') return 'public';
  return query.meta?.persist === 'student' && student ? studentPrefix(student) : null;
}

/**
 * Stores what this person has seen, one record a query, and restores it before the server answers. Queries that came with
 * the HTML and those a screen sets are stored as well. No age limit: screens say the age. The answer ends it.
 */
export function persistQueries(queryClient: QueryClient, { storage, subject, stands }: PersistenceParts): () => void {
  const persisters = new Map<string, Persister>();
  function persisterOf(query: Query): Persister | null {
    const prefix = prefixOf(query, subject.student);
    if (!prefix) return null;
    const known = persisters.get(prefix);
    if (known) return known;
    const made = experimental_createQueryPersister<string>({
      storage,
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
        const { data: known, dataUpdatedAt: knownSince } = query.state;
        let isFetched = false;
        const fetchDated = async (given: QueryFunctionContext) => {
          isFetched = true;
          const found = await queryFn(given);
          const savedAt = savedAnswerTime(given.signal);
          if (savedAt && savedAt < knownSince) throw new ApiError('offline', 'Only an older answer is stored');
          setAge(query, savedAt);
          return found;
        };
        try {
          const found = await persister.persisterFn(fetchDated, context, query);
          if (!isFetched) void refresh(query, stands);
          return found;
        } catch (error) {
          if (known === undefined || !isNoAnswer(error)) throw error;
          setAge(query, knownSince);
          return known;
        }
      },
    },
  });
  return queryClient.getQueryCache().subscribe((event) => {
    const isHydrated = event.type === 'added' && event.query.state.data !== undefined;
    const isSetByScreen = event.type === 'updated' && event.action.type === 'success' && event.action.manual;
    if (isHydrated || isSetByScreen) void persisterOf(event.query)?.persistQuery(event.query);
  });
}

/** Nobody answered, or our server could not: what is known stays, with its age, and screens show it rather than a failure. */
function isNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'offline' || error.status >= 500);
}

/** What was stored earlier (ms; null: just now) is as old as that, not as old as its reading. */
function setAge(query: Query, at: number | null): void {
  if (at) notifyManager.schedule(() => query.setState({ dataUpdatedAt: at }));
}

/** What was restored is shown at once and asked for anew; without an answer it stays. */
async function refresh(query: Query, stands: Promise<void> | undefined): Promise<void> {
  await stands;
  notifyManager.schedule(() => query.fetch().catch(() => {}));
}
