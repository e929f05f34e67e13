import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { DocumentState } from '../../../contract/documents.ts';
import type { CallInput } from '../../../contract/endpoint.ts';
import { getReviewedDocument, listDocumentQueue, reviewDocument } from '../../../contract/staff/documents.ts';
import { apiOf } from '../../lib/api.ts';

const root = ['staff-documents'] as const;

/** The queries for document review. */
export const documentQueries = {
  root,
  list: (state: DocumentState) =>
    infiniteQueryOptions({
      queryKey: [...root, 'list', state],
      initialPageParam: {} as { after?: string; after_at?: string | undefined },
      queryFn: ({ client, signal, pageParam }) =>
        apiOf(client).call(listDocumentQueue, { query: { state, ...pageParam } }, { signal }),
      getNextPageParam: ({ data, next }) => (next ? { after: next, after_at: data.at(-1)?.created_at } : undefined),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getReviewedDocument, { params: { id } }, { signal })).data,
    }),
};

type Review = CallInput<typeof reviewDocument>['body'];

/**
 * Verifies or rejects a document, or puts it back among the documents that wait for review. `keyOf` returns the
 * idempotency key of a request.
 */
export const reviewMutation = (client: QueryClient, id: string, keyOf: (intent: string) => string) =>
  mutationOptions({
    mutationFn: async (body: Review) =>
      (await apiOf(client).call(reviewDocument, { params: { id }, body }, { key: keyOf(JSON.stringify(body)) })).data,
    meta: { invalidates: [root, ['staff-students', 'one']] },
  });
