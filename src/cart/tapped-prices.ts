import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Cart, CartItem } from '../../contract/cart.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';

type Thing = Pick<CartItem, 'type' | 'id'>;

/** Price (rupees) that the screen showed when a student added a course or package on this device; null where none is known. */
export const tappedPriceQuery = (studentId: string, { type, id }: Thing) =>
  queryOptions({
    queryKey: ['tapped-price', studentId, type, id] as const,
    queryFn: ({ client, queryKey }): number | null => client.getQueryData(queryKey) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    // Another tab may write it: each screen reads what the device has.
    gcTime: 0,
    retry: false,
    meta: { persist: 'student' },
  });

export function keepTappedPrice(client: QueryClient, studentId: string, thing: Thing, price: number | null): void {
  client.setQueryData(tappedPriceQuery(studentId, thing).queryKey, price);
}

function thingOf({ payload }: Extract<OutboxRow, { kind: 'cart.add' }>): Thing {
  return payload.type === 'course'
    ? { type: 'course', id: payload.course_id }
    : { type: 'package', id: payload.package_id };
}

/** Keeps the price of each add that waits to be sent: once delivered, its row is gone. */
export function useTappedPrices(studentId: string, waiting: readonly OutboxRow[]): void {
  const client = useQueryClient();
  const seen = useRef(new Set<string>());
  useEffect(() => {
    for (const row of waiting) {
      if (row.kind !== 'cart.add' || row.quotedPrice === null || seen.current.has(row.key)) continue;
      seen.current.add(row.key);
      keepTappedPrice(client, studentId, thingOf(row), row.quotedPrice);
    }
  }, [client, studentId, waiting]);
}

export type TappedPrice = { line: CartItem; was: number };

/** Lines that cost another price now than when they were added here. */
export function useOtherPrices(studentId: string, cart: Cart | undefined): readonly TappedPrice[] {
  const lines = cart?.items ?? [];
  const tapped = useQueries({ queries: lines.map((line) => tappedPriceQuery(studentId, line)) });
  return lines.flatMap((line, place) => {
    const was = tapped[place]?.data ?? null;
    return was === null || was === line.price.main ? [] : [{ line, was }];
  });
}
