import type { QueryClient } from '@tanstack/react-query';
import {
  type Cart,
  type CartRemove,
  type CartSwap,
  getCart,
  type LineId,
  removeFromCart,
  swapBatch,
} from '../../../contract/cart.ts';
import { replayedHeader } from '../../../contract/headers.ts';
import { apiOf, type CallOptions } from '../../lib/api.ts';
import { forgetPriceWhenAdded } from '../price-when-added.ts';
import { showCart } from './refresh-cart.ts';

/** A change of the cart. `swap`: another batch for a course of a line; `drop`: the line is removed. */
export type CartChange = { kind: 'swap'; payload: CartSwap } | { kind: 'drop'; payload: CartRemove };

export function removalOf({ type, id }: LineId): CartRemove {
  return type === 'course' ? { item_type: type, course_id: id } : { item_type: type, package_id: id };
}

export function swapOf({ type, id }: LineId, courseId: number, batchId: number): CartSwap {
  const chosen = { course_id: courseId, batch_id: batchId };
  return type === 'course' ? { item_type: type, ...chosen } : { item_type: type, package_id: id, ...chosen };
}

/** Loads the current cart and shows it. @throws ApiError */
export async function loadCart(client: QueryClient, studentId: string, options: CallOptions = {}): Promise<Cart> {
  const sentAt = Date.now();
  const { data: cart } = await apiOf(client).call(getCart, {}, options);
  showCart(client, studentId, { cart, sentAt });
  return cart;
}

/**
 * Changes the cart on the server and shows the cart that the server returns. If that is the stored response to an
 * earlier call with the same key, its cart may be outdated, so the current cart is loaded instead.
 * @throws ApiError
 */
export async function changeCart(
  client: QueryClient,
  studentId: string,
  { kind, payload }: CartChange,
  { key, signal }: Required<Pick<CallOptions, 'key'>> & Pick<CallOptions, 'signal'>,
): Promise<Cart> {
  const api = apiOf(client);
  const abortable = signal ? { signal } : {};
  const sentAt = Date.now();
  let isReplayed = false;
  const options: CallOptions = {
    key,
    ...abortable,
    onHeaders: (headers) => {
      isReplayed = headers.has(replayedHeader);
    },
  };
  const { data: cart } =
    kind === 'swap'
      ? await api.call(swapBatch, { body: payload }, options)
      : await api.call(removeFromCart, { body: payload }, options);
  if (kind === 'drop') forgetPriceWhenAdded(client, studentId, payload);
  if (isReplayed) return loadCart(client, studentId, abortable);
  showCart(client, studentId, { cart, sentAt });
  return cart;
}
