import { queryOptions } from '@tanstack/react-query';
import { listSessions } from '../../../contract/sessions.ts';
import { apiOf } from '../../lib/api.ts';

export const deviceQueries = {
  all: () => ['devices'] as const,
  /**
   * The devices on which the student is signed in, with this device first. They are not saved for offline use, because
   * they are soon outdated.
   * @throws ApiError
   */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...deviceQueries.all(), studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listSessions, {}, { signal })).data,
      staleTime: 0,
    }),
};
