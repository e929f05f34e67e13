import { hashKey, type QueryFunctionContext } from '@tanstack/react-query';
import type { Answer, CallInput, Endpoint } from '../../../contract/endpoint.ts';
import { savedAtHeader } from '../../../contract/saved-calls.ts';
import { apiOf } from '../../lib/api.ts';

/**
 * When the last response of a query was saved (ms since the epoch), by query hash. Queries whose last response came
 * directly from the server have no entry.
 */
const savedAt = new Map<string, number>();

/**
 * Makes the call of a public query. If the server does not respond, the service worker returns the response that it has
 * saved, with a header that says when it was saved. `onHeaders` gets the response headers. @throws ApiError
 */
export function callSaved<E extends Endpoint>(
  { client, queryKey, signal }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'signal'>,
  endpoint: E,
  input: CallInput<E>,
  onHeaders?: (headers: Headers) => void,
): Promise<Answer<E>> {
  return apiOf(client).call(endpoint, input, {
    signal,
    onHeaders(headers) {
      const at = Number(headers.get(savedAtHeader));
      if (at > 0) savedAt.set(hashKey(queryKey), at);
      else savedAt.delete(hashKey(queryKey));
      onHeaders?.(headers);
    },
  });
}

/** When the last response of this query was saved (ms since the epoch); null if it came from the server. */
export function savedAtOf(queryHash: string): number | null {
  return savedAt.get(queryHash) ?? null;
}
