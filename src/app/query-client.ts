import { QueryClient } from '@tanstack/react-query';
import { type Api, ApiError, bindApi } from '../lib/api.ts';
import { siteAddressKey } from '../lib/site-address.ts';

/** Retries once, but not after a refusal, which would only be repeated. */
function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && error.kind === 'refused' && error.status < 500);
}

/** The query client of one page or one server rendering. */
export function createQueryClient(api: Api): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.setQueryDefaults(siteAddressKey, { gcTime: Number.POSITIVE_INFINITY });
  bindApi(client, api);
  return client;
}
