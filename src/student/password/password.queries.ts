import { queryOptions } from '@tanstack/react-query';
import { getPasswordChange } from '../../../contract/password-change.ts';
import { apiOf } from '../../lib/api.ts';

export const passwordQueries = {
  /** How the student may change the password. Always requested again, because a sign-in does not stay recent. @throws ApiError */
  change: (studentId: string) =>
    queryOptions({
      queryKey: ['password', studentId],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getPasswordChange, {}, { signal })).data,
      staleTime: 0,
      gcTime: 0,
    }),
};
