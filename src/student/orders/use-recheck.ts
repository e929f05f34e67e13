import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type Order, updateOrder } from '../../../contract/orders.ts';
import { ApiError, apiOf } from '../../lib/api.ts';
import { keepOrder, orderQueries } from './order.queries.ts';
import { attemptIdOf } from './order-texts.ts';

export type Recheck = {
  /** Asks how the order's payment ended; while it asks, another call does nothing. */
  ask: (order: Order) => void;
  isAsking: boolean;
  /** The order as it stands after asking. */
  answered: Order | null;
  error: ApiError | Error | null;
};

/** Rechecks payments (decisions: `GET /orders/update`); what is learned stands in every list at once. */
export function useRecheck(studentId: string): Recheck {
  const client = useQueryClient();
  const isBusy = useRef(false);
  const recheck = useMutation({
    mutationFn: async (order: Order) => {
      const query = { user_id: studentId, attempt_id: attemptIdOf(order) };
      const { data } = await apiOf(client).call(updateOrder, { query });
      return data?.order ?? order;
    },
    onSuccess: (order) => keepOrder(client, studentId, order),
    onError: (error) => {
      // The server knows no such attempt: the list is old.
      if (error instanceof ApiError && error.status === 404)
        return client.invalidateQueries({ queryKey: orderQueries.list(studentId).queryKey });
    },
    onSettled: () => {
      isBusy.current = false;
    },
  });
  return {
    ask: (order) => {
      if (isBusy.current) return;
      isBusy.current = true;
      recheck.mutate(order);
    },
    isAsking: recheck.isPending,
    answered: recheck.data ?? null,
    error: recheck.error,
  };
}
