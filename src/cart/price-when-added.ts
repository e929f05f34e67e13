import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Cart, CartItem } from '../../contract/cart.ts';
import type { OutboxRow } from '../offline/outbox/row.ts';

type ItemId = Pick<CartItem, 'type' | 'id'>;

/** The price (rupees) that the screen showed when the student added this item on this device; null if unknown. */
export const priceWhenAddedQuery = (studentId: string, { type, id }: ItemId) =>
  queryOptions({
    queryKey: ['tapped-price', studentId, type, id] as const,
    queryFn: ({ client, queryKey }): number | null => client.getQueryData(queryKey) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Another tab may change it, so each screen reads it from the device again.
    gcTime: 0,
    retry: false,
    meta: { persist: 'student' },
  });

export function savePriceWhenAdded(client: QueryClient, studentId: string, item: ItemId, price: number | null): void {
  client.setQueryData(priceWhenAddedQuery(studentId, item).queryKey, price);
}

function itemIdOf({ payload }: Extract<OutboxRow, { kind: 'cart.add' }>): ItemId {
  return payload.type === 'course'
    ? { type: 'course', id: payload.course_id }
    : { type: 'package', id: payload.package_id };
}

/** Saves the price of each add in the outbox, because its row is deleted once it is delivered. */
export function useSavePricesWhenAdded(studentId: string, waiting: readonly OutboxRow[]): void {
  const client = useQueryClient();
  const savedKeys = useRef(new Set<string>());
  useEffect(() => {
    for (const row of waiting) {
      if (row.kind !== 'cart.add' || row.quotedPrice === null || savedKeys.current.has(row.key)) continue;
      savedKeys.current.add(row.key);
      savePriceWhenAdded(client, studentId, itemIdOf(row), row.quotedPrice);
    }
  }, [client, studentId, waiting]);
}

export type PriceChange = { line: CartItem; was: number };

/** Lines whose price has changed since they were added on this device. */
export function usePriceChanges(studentId: string, cart: Cart | undefined): readonly PriceChange[] {
  const lines = cart?.items ?? [];
  const prices = useQueries({ queries: lines.map((line) => priceWhenAddedQuery(studentId, line)) });
  return lines.flatMap((line, index) => {
    const was = prices[index]?.data ?? null;
    return was === null || was === line.price.main ? [] : [{ line, was }];
  });
}
