import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { listWaitingEntries } from '../../../contract/waiting-lists.ts';
import { apiOf } from '../../lib/api.ts';

export const waitingListQueries = {
  /** The student's waiting list entries. They are reloaded on every visit, because offers expire. @throws ApiError */
  list: (studentId: string) =>
    queryOptions({
      queryKey: ['waiting-lists', studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listWaitingEntries, {}, { signal })).data,
      staleTime: 0,
      gcTime: cacheTimes.cart.inMemory,
    }),
};
