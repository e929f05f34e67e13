import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { listOrders, type Order } from '../../../contract/orders.ts';
import { apiOf } from '../../lib/api.ts';

export const orderQueries = {
  all: () => ['orders'] as const,
  /**
   * The student's orders, newest first. The list is saved on the device, so that confirmations can be opened offline.
   * @throws ApiError
   */
  list: (studentId: string) =>
    queryOptions({
      queryKey: [...orderQueries.all(), studentId],
      queryFn: async ({ client, signal }): Promise<Order[]> =>
        (await apiOf(client).call(listOrders, {}, { signal })).data,
      staleTime: cacheTimes.orders.fresh,
      gcTime: cacheTimes.orders.inMemory,
      meta: { persist: 'student' },
    }),
};

/** Adds an order to the cached list, or replaces it there. */
export function changeCachedOrders(client: QueryClient, studentId: string, order: Order): void {
  client.setQueryData(orderQueries.list(studentId).queryKey, (orders: Order[] = []) => [
    order,
    ...orders.filter(({ order_id }) => order_id !== order.order_id),
  ]);
}

/**
 * Adds an order to the cached list, or replaces it there. Then refetches the list. If no list is in memory, first loads
 * it from the device or, if none is saved there, from the server. Otherwise a list with only this order would overwrite
 * the list that is saved on the device.
 */
export async function cacheOrder(client: QueryClient, studentId: string, order: Order): Promise<void> {
  const list = orderQueries.list(studentId);
  if (!client.getQueryData(list.queryKey)) await client.prefetchQuery(list);
  changeCachedOrders(client, studentId, order);
  await client.invalidateQueries({ queryKey: list.queryKey });
}
