import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Api, ApiError, bindApi, isOfflineError, pauseAfter } from '../lib/api.ts';
import { siteAddressKey } from '../lib/site-address.ts';
import { showToast } from '../ui/toasts/toasts.ts';

/** What a mutation declares in its `meta`: the effects to run once it has settled. */
type MutationMeta = {
  /** Keys of the queries that become outdated when the mutation succeeds. */
  invalidates?: readonly QueryKey[];
  /**
   * Keys of queries that become outdated when the mutation succeeds. The mutation stays pending until they are
   * refetched.
   */
  awaits?: readonly QueryKey[];
  successToast?: string;
  errorToast?: string;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

/** The longest pause (ms) that a query waits before it is retried automatically. */
const maxRetryPauseMs = 10_000;
const retryPauseMs = 1000;

/**
 * Whether a retry is pointless, because the server would refuse the call again. A rate-limited call (429) is worth a
 * retry if the response says when to retry.
 */
function isFinal(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  return error.status !== 429 || error.retryAfterMs === 0;
}

/**
 * Retries a query once. If the server asks for a pause (`Retry-After`) longer than `maxRetryPauseMs`, the query fails
 * at once, and the screen shows the error.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !isFinal(error) && pauseAfter(error) <= maxRetryPauseMs;
}

/** Runs the effects that mutations declare in their `meta`, after the `onSuccess` and `onError` of each mutation. */
function createMutationCache(): MutationCache {
  return new MutationCache({
    async onSettled(_data, error, _variables, _result, { meta = {} }, { client }) {
      const message = error ? meta.errorToast : meta.successToast;
      if (message) showToast({ message, tone: error ? 'error' : 'success' });
      // A mutation without a response may have changed something on the server, so mark the queries that it affects as
      // outdated. Do not refetch them at once: the refetch would fail too.
      if (isOfflineError(error))
        for (const queryKey of [...(meta.invalidates ?? []), ...(meta.awaits ?? [])])
          void client.invalidateQueries({ queryKey, refetchType: 'none' });
      if (error) return;
      for (const queryKey of meta.invalidates ?? []) void client.invalidateQueries({ queryKey });
      await Promise.all((meta.awaits ?? []).map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

/** The query client of one page or one server rendering. */
export function createQueryClient(api: Api): QueryClient {
  const client = new QueryClient({
    mutationCache: createMutationCache(),
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (_, error) => Math.max(retryPauseMs, pauseAfter(error)),
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryDefaults(siteAddressKey, { gcTime: Number.POSITIVE_INFINITY });
  bindApi(client, api);
  return client;
}
