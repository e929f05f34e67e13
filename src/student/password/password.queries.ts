import { queryOptions } from '@tanstack/react-query';
import { getPasswordChange } from '../../../contract/password-change.ts';
import { apiOf } from '../../lib/api.ts';

export const passwordQueries = {
  /**
   * How the student can change the password, for example by an emailed link. The response is not cached, because it
   * depends on how long ago the student signed in.
   * @throws ApiError
   */
  change: (studentId: string) =>
    queryOptions({
      queryKey: ['password', studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getPasswordChange, {}, { signal })).data,
      staleTime: 0,
      gcTime: 0,
    }),
};
