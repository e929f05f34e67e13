import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type ContentKind,
  checkContentDraft,
  createContent,
  type DocumentName,
  type discardContentDraft,
  getContent,
  listContent,
  listContentVersions,
  previewContent,
  type publishContent,
  type removeContent,
  type restoreContent,
  unscheduleContent,
} from '../../../contract/staff/content.ts';
import { listContentPictures } from '../../../contract/staff/content-pictures.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

export const contentKey = ['staff-content'] as const;

/**
 * Query options that drop the cached data once the page is closed, so that editors always decide on current content.
 */
const readAnew = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

export const contentQueries = {
  list: (kind: ContentKind) =>
    queryOptions({
      queryKey: [...contentKey, 'list', kind],
      queryFn: ({ client, signal }) => apiOf(client).call(listContent, { params: { kind } }, { signal }),
    }),
  document: (params: DocumentName) =>
    queryOptions({
      queryKey: [...contentKey, 'document', params],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getContent, { params }, { signal })).data,
      ...readAnew,
    }),
  // Checks a draft. Publishing deletes the draft and refetches all queries whose keys begin with `contentKey`. A
  // deleted draft cannot be checked, so this key must begin with something else.
  check: (params: DocumentName) =>
    queryOptions({
      queryKey: ['staff-content-check', params],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(checkContentDraft, { params }, { signal })).data,
      ...readAnew,
    }),
  preview: (params: DocumentName, revision: number) =>
    queryOptions({
      queryKey: [...contentKey, 'preview', params, revision],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(previewContent, { params }, { signal })).data,
      ...readAnew,
      retry: false,
    }),
  history: (params: DocumentName) =>
    queryOptions({
      queryKey: [...contentKey, 'history', params],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(listContentVersions, { params }, { signal })).data,
    }),
  pictures: () =>
    queryOptions({
      queryKey: [...contentKey, 'pictures'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listContentPictures, {}, { signal })).data,
      staleTime: 60_000,
    }),
};

/** The mutations of content documents. `key` is the idempotency key of the request. */
export const contentMutations = {
  create: (key: string) =>
    mutationOptions({
      mutationFn: async (kind: ContentKind, { client }) =>
        (await apiOf(client).call(createContent, { params: { kind } }, { key })).data,
      meta: { invalidates: [contentKey], errorToast: 'The draft could not be created.' },
    }),
  unschedule: (key: string) =>
    mutationOptions({
      mutationFn: (params: DocumentName, { client }) => apiOf(client).call(unscheduleContent, { params }, { key }),
      meta: { successToast: 'The time is cancelled', errorToast: 'The time could not be cancelled. Please try again.' },
    }),
};

/** The calls that the server refuses while the publication of the draft is scheduled. */
type DraftCall = typeof discardContentDraft | typeof publishContent | typeof removeContent | typeof restoreContent;

/**
 * Handles the error of a call that changes a draft, and rethrows it. If a colleague has scheduled the publication of
 * the draft, refetches the document, so that the page shows the scheduled time and lets the editor cancel it.
 */
export const refetchScheduled = (client: QueryClient, call: DraftCall, name: DocumentName) => (error: unknown) => {
  if (isRefusal(error, call, 'DRAFT_SCHEDULED'))
    void client.invalidateQueries({ queryKey: contentQueries.document(name).queryKey });
  throw error;
};
