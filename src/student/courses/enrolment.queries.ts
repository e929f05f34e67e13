import { queryOptions } from '@tanstack/react-query';
import { listEnrolments } from '../../../contract/enrolments.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { apiOf } from '../../lib/api.ts';
import { orderQueries } from '../orders/order.queries.ts';

export const enrolmentQueries = {
  /**
   * The student's booked courses, sorted by first day. The query key starts with the key of the orders, so invalidating
   * the orders also invalidates the courses.
   * @throws ApiError
   */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...orderQueries.all(), studentId, 'courses'] as const,
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listEnrolments, {}, { signal })).data,
      staleTime: cacheTimes.enrolments.fresh,
      gcTime: cacheTimes.enrolments.inMemory,
      meta: { persist: 'student' },
    }),
};
