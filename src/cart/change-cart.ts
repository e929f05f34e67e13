import type { QueryClient } from '@tanstack/react-query';
import {
  type Cart,
  type CartItem,
  type CartRemove,
  type CartSwap,
  removeFromCart,
  swapBatch,
} from '../../contract/cart.ts';
import { apiOf, type CallOptions } from '../lib/api.ts';
import { cartQueries } from './cart.queries.ts';

/** Another batch for a course of a line, or the line out of the cart. */
export type CartChange = { kind: 'swap'; payload: CartSwap } | { kind: 'drop'; payload: CartRemove };

type Line = Pick<CartItem, 'type' | 'id'>;

export function removalOf({ type, id }: Line): CartRemove {
  return type === 'course' ? { item_type: type, course_id: id } : { item_type: type, package_id: id };
}

export function swapOf({ type, id }: Line, courseId: number, batchId: number): CartSwap {
  const chosen = { course_id: courseId, batch_id: batchId };
  return type === 'course' ? { item_type: type, ...chosen } : { item_type: type, package_id: id, ...chosen };
}

/** Changes the cart on the server; the answer is the new cart, which every screen then shows. @throws ApiError */
export async function changeCart(
  client: QueryClient,
  studentId: string,
  { kind, payload }: CartChange,
  options: CallOptions,
): Promise<Cart> {
  const api = apiOf(client);
  const { data } =
    kind === 'swap'
      ? await api.call(swapBatch, { body: payload }, options)
      : await api.call(removeFromCart, { body: payload }, options);
  client.setQueryData(cartQueries.current(studentId).queryKey, data);
  void client.invalidateQueries({ queryKey: cartQueries.choices(studentId).queryKey });
  return data;
}
