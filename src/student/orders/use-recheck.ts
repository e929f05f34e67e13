import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Order } from '../../../contract/orders.ts';
import type { ApiError } from '../../lib/api.ts';
import { orderMutations } from './order.mutations.ts';

export type Recheck = {
  /** Asks the server to check the payment of an order. Does nothing while another check is running. */
  check: (order: Order) => void;
  isChecking: boolean;
  /** The order in the response to the last payment check; null before the first check. */
  checked: Order | null;
  error: ApiError | Error | null;
};

/** Lets a screen ask the server to check payments of orders again, one at a time. */
export function useRecheck(studentId: string): Recheck {
  const isBusy = useRef(false);
  const recheck = useMutation({
    ...orderMutations.recheck(studentId),
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
