import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Api, ApiError, bindApi, pauseAfter } from '../lib/api.ts';
import { siteAddressKey } from '../lib/site-address.ts';
import { showToast } from '../ui/toasts/toasts.ts';

/** What a mutation declares in its `meta`: what happens once it has settled. */
type MutationMeta = {
  /** Keys of the queries that become outdated when the mutation succeeds. */
  invalidates?: readonly QueryKey[];
  /** Like `invalidates`, but the mutation stays pending until these queries have been refetched. */
  awaits?: readonly QueryKey[];
  successToast?: string;
  errorToast?: string;
};

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta;
  }
}

/** A screen waits at most this long before it retries a query automatically. */
const maxRetryPauseMs = 10_000;
const retryPauseMs = 1000;

/**
 * Whether the server would refuse the call again. After a rate limit it would not, once the pause that the response names is
 * over.
 */
function isFinal(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  return error.status !== 429 || error.retryAfterMs === 0;
}

/**
 * Retries a query once. If the server asks for a pause (`Retry-After`) longer than `maxRetryPauseMs`, the query fails at
 * once, and the screen shows the error.
 */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !isFinal(error) && pauseAfter(error) <= maxRetryPauseMs;
}

/** Does what the mutations declare in their `meta`, after their own `onSuccess` and `onError`. */
function createMutationCache(): MutationCache {
  return new MutationCache({
    async onSettled(_data, error, _variables, _result, { meta = {} }, { client }) {
      const message = error ? meta.errorToast : meta.successToast;
      if (message) showToast({ message, tone: error ? 'error' : 'success' });
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
