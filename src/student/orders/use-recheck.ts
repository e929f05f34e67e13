import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Order, updateOrder } from '../../../contract/orders.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { cacheOrder, orderQueries } from './order.queries.ts';
import { attemptIdOf } from './order-texts.ts';

export type Recheck = {
  /** Fetches the status of the order's payment. Does nothing while a check is running. */
  check: (order: Order) => void;
  isChecking: boolean;
  /** The order after the last check. */
  checked: Order | null;
  error: ApiError | Error | null;
};

/** Rechecks the payment of an order. The result is written to the cached list of orders, so that every screen shows it. */
export function useRecheck(studentId: string): Recheck {
  const client = useQueryClient();
  const isBusy = useRef(false);
  const recheck = useMutation({
    mutationFn: async (order: Order) => {
      const query = { user_id: studentId, attempt_id: attemptIdOf(order) };
      const { data } = await apiOf(client).call(updateOrder, { query });
      return data?.order ?? order;
    },
    onSuccess: (order) => cacheOrder(client, studentId, order),
    onError: (error) => {
      // The server does not know the payment attempt, so our list is outdated.
      if (error instanceof ApiError && error.status === 404)
        return client.invalidateQueries({ queryKey: orderQueries.list(studentId).queryKey });
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  return {
    check: (order) => {
      if (isBusy.current) return;
      isBusy.current = true;
      recheck.mutate(order);
    },
    isChecking: recheck.isPending,
    checked: recheck.data ?? null,
    error: recheck.error,
  };
}
