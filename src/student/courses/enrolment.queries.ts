import { queryOptions } from '@tanstack/react-query';
import { listEnrolments } from '../../../contract/enrolments.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { apiOf } from '../../lib/api.ts';
import { orderQueries } from '../orders/order.queries.ts';

export const enrolmentQueries = {
  /** The student's courses, by their first day. Below the orders' key: what changes one changes the other. @throws ApiError */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...orderQueries.all(), studentId, 'courses'] as const,
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listEnrolments, {}, { signal })).data,
      staleTime: cacheTimes.enrolments.fresh,
      gcTime: cacheTimes.enrolments.kept,
      meta: { persist: 'student' },
    }),
};
