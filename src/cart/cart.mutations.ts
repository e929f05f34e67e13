import { mutationOptions } from '@tanstack/react-query';
import type { CartItem } from '../../contract/cart.ts';
import { changeCart, swapOf } from './changes/change-cart.ts';
import { refreshCart } from './changes/refresh-cart.ts';

/** A request to replace the batch of a course in the cart. `key`: idempotency key. */
type BatchSwap = { line: CartItem; courseId: number; batchId: number; key: string };

export const cartMutations = {
  /** Chooses another batch for a course in the cart. If the server refuses, the current cart is loaded and shown. */
  swapBatch: (studentId: string) =>
    mutationOptions({
      mutationFn: ({ line, courseId, batchId, key }: BatchSwap, { client }) =>
        changeCart(client, studentId, { kind: 'swap', payload: swapOf(line, courseId, batchId) }, { key }),
      onError: (_error, _swap, _result, { client }) => void refreshCart(client, studentId),
      meta: { successToast: 'Batch changed' },
    }),
};
