import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  addEnquiryNote,
  addReplyTemplate,
  changeEnquiry,
  changeReplyTemplate,
  deleteReplyTemplate,
  type Enquiry,
  type EnquiryState,
  getEnquiry,
  listAssignees,
  listEnquiries,
  listReplyTemplates,
  type ReplyTemplate,
  type ReplyTemplateFields,
  replyToEnquiry,
} from '../../../contract/staff/enquiries.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import type { EnquiryFilter } from './enquiries-feature.ts';

const root = ['staff-enquiries'] as const;
const templates = ['staff-reply-templates'] as const;

/** The queries of enquiries and grievances. */
export const enquiryQueries = {
  list: (filter: EnquiryFilter) =>
    infiniteQueryOptions({
      queryKey: [...root, 'list', filter],
      initialPageParam: undefined as number | undefined,
      queryFn: ({ client, signal, pageParam }) => {
        const query = { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) };
        return apiOf(client).call(listEnquiries, { query }, { signal });
      },
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: [...root, 'one', id],
      refetchOnWindowFocus: true,
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getEnquiry, { params: { id } }, { signal })).data,
    }),
  assignees: () =>
    queryOptions({
      queryKey: [...root, 'assignees'],
      staleTime: 300_000,
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listAssignees, {}, { signal })).data,
    }),
  templates: () =>
    queryOptions({
      queryKey: templates,
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listReplyTemplates, {}, { signal })).data,
    }),
};

type EnquiryChange = { state?: EnquiryState; assigned_to?: string | null };

/**
 * The assignee and the last entry of an enquiry, as the page shows them. The server refuses a reply if a colleague has
 * changed them meanwhile.
 */
export const seenOf = ({ assigned_to, entries }: Enquiry) => ({
  assigned_to: assigned_to?.id ?? null,
  last_entry: entries.at(-1)?.id ?? null,
});
export type SeenEnquiry = ReturnType<typeof seenOf>;

/** If the server has refused a change or a reply, loads the enquiry again, because a colleague may have changed it. */
const reloadIfRefused = (client: QueryClient, error: Error | null) =>
  error instanceof ApiError && error.failure ? client.invalidateQueries({ queryKey: root }) : undefined;

/** The mutations of an enquiry. `key` is the idempotency key of the request. */
export const enquiryMutations = {
  change: (client: QueryClient, enquiry: Enquiry) =>
    mutationOptions({
      mutationFn(change: EnquiryChange) {
        const { id, assigned_to, state } = enquiry;
        const body = { ...change, seen: { assigned_to: assigned_to?.id ?? null, state } };
        return apiOf(client).call(changeEnquiry, { params: { id }, body }, { key: crypto.randomUUID() });
      },
      onSettled: (_, error) => reloadIfRefused(client, error),
      meta: { awaits: [root] },
    }),
  note: (client: QueryClient, id: number, key: string) =>
    mutationOptions({
      mutationFn: (text: string) => apiOf(client).call(addEnquiryNote, { params: { id }, body: { text } }, { key }),
      meta: { awaits: [root], successToast: 'Note added' },
    }),
  reply: (client: QueryClient, id: number, key: string, seen: () => SeenEnquiry) =>
    mutationOptions({
      mutationFn: (text: string) =>
        apiOf(client).call(replyToEnquiry, { params: { id }, body: { text, seen: seen() } }, { key }),
      onSettled: (_, error) => reloadIfRefused(client, error),
      meta: { awaits: [root], successToast: 'Reply sent' },
    }),
};

/** The mutations of reply templates. */
export const templateMutations = {
  /**
   * Saves a template. `seen`: the template to change, as the staff member saw it; null adds a new one. The server
   * refuses the change if a colleague has changed the template meanwhile.
   */
  save: (client: QueryClient, seen: ReplyTemplate | null, key: string) =>
    mutationOptions({
      mutationFn(fields: ReplyTemplateFields) {
        if (!seen) return apiOf(client).call(addReplyTemplate, { body: fields }, { key });
        const { id, ...seenFields } = seen;
        const body = { ...fields, seen: seenFields };
        return apiOf(client).call(changeReplyTemplate, { params: { id }, body }, { key });
      },
      meta: { awaits: [templates], successToast: 'Template saved' },
    }),
  remove: (client: QueryClient, key: string) =>
    mutationOptions({
      mutationFn: (id: number) => apiOf(client).call(deleteReplyTemplate, { params: { id } }, { key }),
      meta: {
        awaits: [templates],
        successToast: 'Template deleted',
        errorToast: 'The template could not be deleted. Please try again.',
      },
    }),
};
