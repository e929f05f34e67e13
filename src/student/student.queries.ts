import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../contract/limits.ts';
import { getStudent } from '../../contract/student.ts';
import { apiOf } from '../lib/api.ts';

export const studentQueries = {
  all: () => ['student'] as const,
  /** The signed-in student's profile; null if the server has none. @throws ApiError */
  profile: (studentId: string) =>
    queryOptions({
      queryKey: [...studentQueries.all(), studentId, 'profile'],
      queryFn: async ({ client, signal }) => {
        const { data } = await apiOf(client).call(getStudent, { query: { userId: studentId } }, { signal });
        return data.users[0] ?? null;
      },
      staleTime: cacheTimes.student.fresh,
      gcTime: cacheTimes.student.inMemory,
      meta: { persist: 'student' },
    }),
};
