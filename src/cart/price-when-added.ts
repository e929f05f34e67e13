import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import * as z from 'zod';
import type { CartRemove, LineId } from '../../contract/cart.ts';
import { isCartRow, type OutboxRow } from '../offline/outbox/row.ts';
import { deviceStore } from '../offline/saved/device-store.ts';

const priceSchema = z.number().nullable().catch(null);

/** Key under which the price is stored on the device. Earlier releases used the same key, so it must not change. */
const priceName = (studentId: string, { type, id }: LineId) => ['tapped-price', studentId, type, id] as const;

/** The price (rupees) that the screen showed when the student added this item on this device; null if unknown. */
export const priceWhenAddedQuery = (studentId: string, item: LineId) =>
  queryOptions({
    queryKey: priceName(studentId, item),
    queryFn: async ({ client, queryKey }) => {
      const stored = priceSchema.parse(await deviceStore.get(studentId, queryKey));
      // Prefer a price that was saved while this read was running: it is newer than the stored price that was read.
      return client.getQueryData<number | null>(queryKey) ?? stored;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Do not keep the price in memory once no screen shows it: another tab may change the stored price meanwhile.
    gcTime: 0,
    retry: false,
  });

/**
 * Saves the price (rupees) at which an item was added. Open screens show the price at once; the promise resolves when
 * the device has stored it.
 */
export async function savePriceWhenAdded(
  client: QueryClient,
  studentId: string,
  item: LineId,
  price: number | null,
): Promise<void> {
  client.setQueriesData({ queryKey: priceName(studentId, item), exact: true }, price);
  await deviceStore.put(studentId, priceName(studentId, item), price);
}

/**
 * Replaces the saved price (rupees) of an item by the price that the student sees now, so that a change of the price is
 * shown only once. Does nothing for an item without a saved price.
 */
export function savePriceShown(client: QueryClient, studentId: string, { type, id }: LineId, price: number): void {
  const known = client.getQueryData(priceWhenAddedQuery(studentId, { type, id }).queryKey) ?? null;
  if (known !== null) savePriceWhenAdded(client, studentId, { type, id }, price);
}

/**
 * Forgets the price at which an item was added, because the item is removed from the cart. If another device or a
 * waiting list puts the item into the cart again, the cart must not name this old price.
 */
export function forgetPriceWhenAdded(client: QueryClient, studentId: string, { item_type, ...ids }: CartRemove): void {
  const id = 'course_id' in ids ? ids.course_id : ids.package_id;
  void savePriceWhenAdded(client, studentId, { type: item_type, id }, null);
}

function itemIdOf({ payload }: Extract<OutboxRow, { kind: 'cart.add' }>): LineId {
  return payload.type === 'course'
    ? { type: 'course', id: payload.course_id }
    : { type: 'package', id: payload.package_id };
}

/**
 * Saves the price of each item that the outbox still has to add to the cart, and forgets that of each item that it has
 * to remove. The outbox row contains the price, but is deleted after its delivery.
 */
export function useSavePricesWhenAdded(studentId: string, waiting: readonly OutboxRow[]): void {
  const client = useQueryClient();
  const savedKeys = useRef(new Set<string>());
  useEffect(() => {
    for (const row of waiting) {
      if (!isCartRow(row) || savedKeys.current.has(row.key)) continue;
      savedKeys.current.add(row.key);
      if (row.kind === 'cart.remove') forgetPriceWhenAdded(client, studentId, row.payload);
      else if (row.quotedPrice !== null) void savePriceWhenAdded(client, studentId, itemIdOf(row), row.quotedPrice);
    }
  }, [client, studentId, waiting]);
}
