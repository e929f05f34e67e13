import { queryOptions } from '@tanstack/react-query';
import { getPasswordChange } from '../../../contract/password-change.ts';
import { apiOf } from '../../lib/api.ts';

export const passwordQueries = {
  /**
   * How the student may change the password. Requested each time, because it depends on how recent the sign-in is. @throws
   * ApiError
   */
  change: (studentId: string) =>
    queryOptions({
      queryKey: ['password', studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getPasswordChange, {}, { signal })).data,
      staleTime: 0,
      gcTime: 0,
    }),
};
