import { queryOptions } from '@tanstack/react-query';
import { cacheTimes } from '../../../contract/limits.ts';
import { getReceipt } from '../../../contract/receipt.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

export const receiptQueries = {
  all: () => ['receipts'] as const,
  /**
   * The receipt of an order; null if there is none. With `number`, it is the receipt that has this number, for an
   * amount due that was paid later. The receipt is saved on the device for offline use.
   * @throws ApiError
   */
  detail: (studentId: string, orderId: string, number?: string) =>
    queryOptions({
      queryKey: [...receiptQueries.all(), studentId, orderId, ...(number ? [number] : [])],
      queryFn: async ({ client, signal }) => {
        try {
          return (
            await apiOf(client).call(
              getReceipt,
              { params: { id: orderId }, query: number ? { number } : {} },
              { signal },
            )
          ).data;
        } catch (error) {
          if (isRefusal(error, getReceipt, 'NOT_FOUND')) return null;
          throw error;
        }
      },
      staleTime: cacheTimes.orders.fresh,
      gcTime: cacheTimes.orders.inMemory,
      meta: { persist: 'student' },
    }),
};
