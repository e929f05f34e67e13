import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { type Api, ApiError, bindApi } from '../lib/api.ts';
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

/** Retries a query once, except after a 4xx response, because the server would refuse it again. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);
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
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryDefaults(siteAddressKey, { gcTime: Number.POSITIVE_INFINITY });
  bindApi(client, api);
  return client;
}
