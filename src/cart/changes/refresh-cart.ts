import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CartResponse } from '../../offline/outbox/notice.ts';
import { cartQueries } from '../cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';

/** Shows the cart that a call returned, and reloads the batches that its courses can have. */
function storeCart(client: QueryClient, studentId: string, { cart }: CartResponse): void {
  client.setQueryData(cartQueries.current(studentId).queryKey, cart);
  void client.invalidateQueries({ queryKey: cartQueries.choices(studentId).queryKey });
}

function reloadCart(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: cartQueries.all() });
}

/**
 * Shows the cart that a screen's own call returned. Another cart may have arrived since the call was sent. The server may have
 * made either one last, so the cart is then also reloaded.
 */
export function showCart(client: QueryClient, studentId: string, response: CartResponse): void {
  const { queryKey } = cartQueries.current(studentId);
  const before = client.getQueryState(queryKey);
  storeCart(client, studentId, response);
  if (!before || before.dataUpdatedAt <= response.sentAt) return;
  // The query client does not replace a cart by an equal one, so a different object means a different cart.
  if (client.getQueryData(queryKey) !== before.data) reloadCart(client);
}

/** Whether the page still has the cart from before the call was sent, and no other cart is about to arrive. */
function isLatest(client: QueryClient, { cart, sentAt }: CartResponse): boolean {
  const shown = client.getQueryState(cartQueries.current(cart.user).queryKey);
  // Without a query, no page shows this student's cart: it must not be stored again after a sign-out.
  return shown?.fetchStatus === 'idle' && !shown.isInvalidated && shown.dataUpdatedAt <= sentAt;
}

/** The response that each query client shows once the current task has ended; null: the cart has to be reloaded. */
const scheduled = new WeakMap<QueryClient, CartResponse | null>();

/**
 * Shows the cart that a change returned. Reloads the cart if there is no response, or if the response may be older than
 * the cart of the page. The outbox notifies several listeners, each of which may call this, so calls in the same task
 * count as one.
 */
export function refreshCart(client: QueryClient, response: CartResponse | null = null): void {
  const before = scheduled.get(client);
  // If a reload is scheduled already, it stays: a response must not replace it.
  if (before !== null) scheduled.set(client, response);
  if (before !== undefined) return;
  setTimeout(() => {
    const last = scheduled.get(client) ?? null;
    scheduled.delete(client);
    if (last && isLatest(client, last)) storeCart(client, last.cart.user, last);
    else reloadCart(client);
  });
}

/** Keeps the cart current whenever the outbox has delivered something, from whichever tab. */
export function useCartRefresh(outbox: CartOutbox): void {
  const client = useQueryClient();
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        if (notice.type === 'delivered') refreshCart(client, notice.cart);
      }),
    [outbox, client],
  );
}
