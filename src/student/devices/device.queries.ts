import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '../../../contract/sessions.ts';
import { apiOf } from '../../lib/api.ts';

export const deviceQueries = {
  all: () => ['devices'] as const,
  /** Where the student is signed in, this device first. Never kept on the device: it is true for a moment. @throws ApiError */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all(), studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listSessions, {}, { signal })).data,
      staleTime: 0,
    }),
};
