import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  listWaitingLists,
  offerWaitingSeat,
  readWaitingList,
  removeWaitingEntry,
} from '../../../contract/staff/staff-waiting-lists.ts';
import { apiOf } from '../../lib/api.ts';

const all = ['staff-waiting-lists'] as const;

export const waitingListQueries = {
  lists: () =>
    queryOptions({
      queryKey: [...all],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listWaitingLists, {}, { signal })).data,
    }),
  ofBatch: (id: number) =>
    queryOptions({
      queryKey: [...all, id],
      queryFn: ({ client, signal }) => apiOf(client).call(readWaitingList, { params: { id } }, { signal }),
    }),
};

/** What staff can do with an entry of a waiting list. */
export type WaitingChange = 'offer' | 'remove';

export const waitingListMutations = {
  /**
   * Offers a seat to the student of a waiting list entry, or removes the entry. `key` is the idempotency key of the
   * request.
   */
  change: (client: QueryClient, { change, id, key }: { change: WaitingChange; id: number; key: string }) =>
    mutationOptions({
      mutationFn: (reason: string) => {
        const input = { params: { id }, body: { reason } };
        return change === 'offer'
          ? apiOf(client).call(offerWaitingSeat, input, { key })
          : apiOf(client).call(removeWaitingEntry, input, { key });
      },
      onSettled: () => client.invalidateQueries({ queryKey: all }),
    }),
};
