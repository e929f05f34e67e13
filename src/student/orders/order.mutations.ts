import { mutationOptions } from '@tanstack/react-query';
import { type Order, updateOrder } from '../../../contract/orders.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';
import { changeCachedOrders, orderQueries } from './order.queries.ts';
import { attemptIdOf } from './order-texts.ts';

export const orderMutations = {
  /**
   * Asks the server to check the payment of an order again. The order in the response replaces the one in the cached
   * list, so that every screen shows its new status.
   */
  recheck: (studentId: string) =>
    mutationOptions({
      mutationFn: async (order: Order, { client }) => {
        const query = { user_id: studentId, attempt_id: attemptIdOf(order) };
        const { data } = await apiOf(client).call(updateOrder, { query });
        return data?.order ?? order;
      },
      onSuccess: (order, _before, _result, { client }) => changeCachedOrders(client, studentId, order),
      onError: (error, _order, _result, { client }) => {
        // The server does not know this payment attempt, so the cached list of orders is outdated. Refetch it.
        if (isRefusal(error, updateOrder, 'NOT_FOUND'))
          return client.invalidateQueries({ queryKey: orderQueries.list(studentId).queryKey });
      },
      meta: { awaits: [orderQueries.list(studentId).queryKey] },
    }),
};
