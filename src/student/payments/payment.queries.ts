import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { listStudentPayments } from '../../../contract/student-payments.ts';
import { apiOf } from '../../lib/api.ts';
import { orderQueries } from '../orders/order.queries.ts';

export const paymentQueries = {
  /**
   * The student's payment attempts, newest first. The query key starts with the key of the orders, so invalidating the
   * orders also invalidates the payments.
   * @throws ApiError
   */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...orderQueries.all(), studentId, 'payments'] as const,
      queryFn: async ({ client, signal }) => (await apiOf(client).call(listStudentPayments, {}, { signal })).data,
      staleTime: cacheTimes.orders.fresh,
      gcTime: cacheTimes.orders.inMemory,
      meta: { persist: 'student' },
    }),
};
