import { mutationOptions } from '@tanstack/react-query';
import type { CartAdd } from '../../../contract/cart.ts';
import {
  acceptWaitingOffer,
  joinWaitingList,
  leaveWaitingList,
  type WaitingEntry,
} from '../../../contract/waiting-lists.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { apiOf } from '../../lib/api.ts';
import { waitingListQueries } from './waiting-list.queries.ts';

export const waitingListMutations = {
  /** Joins the waiting list of a batch, or of the batches of a package. */
  join: (studentId: string) =>
    mutationOptions({
      mutationFn: async (add: CartAdd, { client }) =>
        (await apiOf(client).call(joinWaitingList, { body: add }, { key: crypto.randomUUID() })).data,
      onSuccess: async (entries, _add, _result, { client }) => {
        const { queryKey } = waitingListQueries.list(studentId);
        // Cancel a call that was sent before joining. Its late response would lack the new entry.
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, entries);
      },
    }),
  leave: (studentId: string) =>
    mutationOptions({
      mutationFn: async ({ id }: WaitingEntry, { client }) =>
        (await apiOf(client).call(leaveWaitingList, { body: { id } })).data,
      onSuccess: (entries, _entry, _result, { client }) =>
        client.setQueryData(waitingListQueries.list(studentId).queryKey, entries),
      meta: { successToast: 'You left the waiting list.', errorToast: 'Unable to leave the list. Try again.' },
    }),
  /**
   * Puts the seats that are offered to the student into the cart. If that fails, for example because the offer has
   * ended, the student's waiting lists are reloaded.
   */
  accept: (studentId: string) =>
    mutationOptions({
      mutationFn: ({ id }: WaitingEntry, { client }) => apiOf(client).call(acceptWaitingOffer, { body: { id } }),
      onError: (_error, _entry, _result, { client }) =>
        client.invalidateQueries({ queryKey: waitingListQueries.list(studentId).queryKey }),
      meta: { awaits: [cartQueries.all()] },
    }),
};
