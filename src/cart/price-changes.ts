import { useQueries } from '@tanstack/react-query';
import type { Cart, CartItem } from '../../contract/cart.ts';
import { priceWhenAddedQuery } from './price-when-added.ts';

export type PriceChange = { line: CartItem; was: number };

/**
 * Cart lines whose price has changed since they were added on this device. The same array is returned while nothing
 * changes.
 */
export function usePriceChanges(studentId: string, cart: Cart | undefined): readonly PriceChange[] {
  const lines = cart?.items ?? [];
  return useQueries({
    queries: lines.map((line) => priceWhenAddedQuery(studentId, line)),
    combine: (prices) =>
      lines.flatMap((line, index) => {
        const was = prices[index]?.data ?? null;
        return was === null || was === line.price.main ? [] : [{ line, was }];
      }),
  });
}
