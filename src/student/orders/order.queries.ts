import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { listOrders, type Order } from '../../../contract/orders.ts';
import { apiOf } from '../../lib/api.ts';

export const orderQueries = {
  all: () => ['orders'] as const,
  /** The student's orders, newest first. Kept on the device, so that a confirmation is there offline. @throws ApiError */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...orderQueries.all(), studentId],
      queryFn: async ({ client, signal }): Promise<Order[]> =>
        (await apiOf(client).call(listOrders, {}, { signal })).data,
      staleTime: cacheTimes.orders.fresh,
      gcTime: cacheTimes.orders.kept,
      meta: { persist: 'student' },
    }),
};

/** Puts an order that was just settled into the list that the device has, and asks for the whole list anew. */
export async function keepOrder(client: QueryClient, studentId: string, order: Order): Promise<void> {
  const { queryKey } = orderQueries.list(studentId);
  client.setQueryData(queryKey, (orders: Order[] = []) => [
    order,
    ...orders.filter(({ order_id }) => order_id !== order.order_id),
  ]);
  await client.invalidateQueries({ queryKey });
}
