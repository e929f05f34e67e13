import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CartItem } from '../../contract/cart.ts';
import { showToast } from '../ui/toasts.ts';
import { normaliseFailure } from './cart-failure.ts';
import { cartChangeText } from './cart-texts.ts';
import { changeCart, swapOf } from './change-cart.ts';
import { refreshCart } from './refresh-cart.ts';
import { type SwapDesk, useBatchChoices } from './swap-desk.ts';

type Swap = { line: CartItem; courseId: number; batchId: number; key: string };

/** Swaps batches on the cart page: at once, since a swap does not wait for a connection. */
export function useSwapDesk(studentId: string, isOnline: boolean): SwapDesk {
  const client = useQueryClient();
  const choices = useBatchChoices(studentId, isOnline);
  const change = useMutation({
    mutationFn: ({ line, courseId, batchId, key }: Swap) =>
      changeCart(client, studentId, { kind: 'swap', payload: swapOf(line, courseId, batchId) }, { key }),
    onSuccess: () => showToast({ message: 'Batch changed', tone: 'right' }),
    // What was refused is shown as it is now.
    onError: () => refreshCart(client),
  });
  return {
    ...choices,
    underWay: change.isPending ? change.variables : null,
    failureOf: (courseId) =>
      change.isError && change.variables.courseId === courseId ? cartChangeText(normaliseFailure(change.error)) : null,
    swap: (line, courseId, batchId) => change.mutate({ line, courseId, batchId, key: crypto.randomUUID() }),
  };
}
