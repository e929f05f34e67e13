import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CartResponse } from '../../offline/outbox/notice.ts';
import { cartQueries } from '../cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';

/** Shows the cart that an API call returned, and reloads the batches that can be chosen for its courses. */
function storeCart(client: QueryClient, studentId: string, { cart }: CartResponse): void {
  client.setQueryData(cartQueries.current(studentId).queryKey, cart);
  void client.invalidateQueries({ queryKey: cartQueries.choices(studentId).queryKey });
}

function reloadCart(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: cartQueries.all() });
}

/**
 * Shows the cart that a screen's own API call returned. If the page has received a different cart since the call was
 * sent, either of the two may be the newer one, so the cart is also reloaded.
 */
export function showCart(client: QueryClient, studentId: string, response: CartResponse): void {
  const { queryKey } = cartQueries.current(studentId);
  const before = client.getQueryState(queryKey);
  storeCart(client, studentId, response);
  if (!before || before.dataUpdatedAt <= response.sentAt) return;
  // The query client keeps the old object when an equal cart arrives, so a different object means a different cart.
  if (client.getQueryData(queryKey) !== before.data) reloadCart(client);
}

/**
 * Whether the cart that a call returned is the newest: since the call was sent, the page has received no other cart,
 * and it is not loading one now.
 */
function isLatest(client: QueryClient, { cart, sentAt }: CartResponse): boolean {
  const shown = client.getQueryState(cartQueries.current(cart.user).queryKey);
  // If the cart query does not exist, no page shows the student's cart. Do not store the returned cart then, because
  // the student may have signed out.
  return shown?.fetchStatus === 'idle' && !shown.isInvalidated && shown.dataUpdatedAt <= sentAt;
}

/**
 * The scheduled refresh of the cart for each query client: the response with the cart to show, or null to reload the
 * cart.
 */
const scheduled = new WeakMap<QueryClient, CartResponse | null>();

/**
 * Shows the cart that the server returned for a change. Reloads the cart if there is no response, or if the response
 * may be older than the cart that the page shows. Several calls of `refreshCart` in the same JavaScript task cause only
 * one update.
 */
export function refreshCart(client: QueryClient, response: CartResponse | null = null): void {
  const before = scheduled.get(client);
  // If a reload of the cart is already scheduled, do not schedule this response instead.
  if (before !== null) scheduled.set(client, response);
  if (before !== undefined) return;
  setTimeout(() => {
    const last = scheduled.get(client) ?? null;
    scheduled.delete(client);
    if (last && isLatest(client, last)) storeCart(client, last.cart.user, last);
    else reloadCart(client);
  });
}

/** Keeps the cart current: updates it whenever the outbox of any tab has delivered something. */
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
