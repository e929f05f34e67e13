import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query';
import {
  type FailureCause,
  listUndeliveredEmails,
  resendEmail,
  resendFailedEmails,
} from '../../../contract/staff/emails.ts';
import { apiOf } from '../../lib/api.ts';
import type { EmailFilter } from './emails-feature.ts';

const root = ['staff-emails'] as const;

export const emailQueries = {
  list: (filter: EmailFilter) =>
    infiniteQueryOptions({
      queryKey: [...root, filter],
      initialPageParam: undefined as number | undefined,
      queryFn: ({ client, signal, pageParam }) => {
        const query = { ...filter, ...(pageParam === undefined ? {} : { before: pageParam }) };
        return apiOf(client).call(listUndeliveredEmails, { query }, { signal });
      },
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
};

/** Which emails to send again: one by its id, or all that failed for the same cause. */
export type ResendTarget = { id: number } | { cause: FailureCause };
/**
 * `queued`: how many emails will be sent again. `left`: how many other emails failed for the same cause but were not
 * queued.
 */
export type Resent = { queued: number; left: number };

/** Queues emails to be sent again. `key` is the idempotency key of the request. */
export const resendMutation = (client: QueryClient, target: ResendTarget, key: string) =>
  mutationOptions({
    async mutationFn(): Promise<Resent> {
      const api = apiOf(client);
      if ('cause' in target) return (await api.call(resendFailedEmails, { body: target }, { key })).data;
      const { data } = await api.call(resendEmail, { params: { id: target.id }, body: {} }, { key });
      return { ...data, left: 0 };
    },
    // The server refuses to send an email again if it was delivered or has expired meanwhile, so refetch the list also
    // after an error.
    onSettled: () => client.invalidateQueries({ queryKey: root }),
    meta: { invalidates: [['staff-today']] },
  });
