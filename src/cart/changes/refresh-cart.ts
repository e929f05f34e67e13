import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Cart, getCart } from '../../../contract/cart.ts';
import { apiOf } from '../../lib/api.ts';
import type { CartResponse } from '../../offline/outbox/notice.ts';
import { isDeliveredAdd } from '../../offline/outbox/row.ts';
import { cartQueries } from '../cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';
import { isInCart } from './delivered-adds.ts';

/** Shows the cart that an API call returned, and reloads the batches that can be chosen for its courses. */
function storeCart(client: QueryClient, studentId: string, { cart }: CartResponse): void {
  client.setQueryData(cartQueries.current(studentId).queryKey, cart);
  void client.invalidateQueries({ queryKey: cartQueries.choices(studentId).queryKey });
}

function reloadCart(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: cartQueries.all() });
}

/**
 * Shows the cart that a screen's own API call returned. Also reloads the cart if the page has received a different one
 * since the call was sent, because either of the two may be the newer one.
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
 * Loads the cart from the server and shows it. Resolves to whether that succeeded. If it failed, the cart's query loads
 * the cart once more, so that the page shows the query's error or its previous cart.
 */
async function loadNewCart(client: QueryClient, studentId: string): Promise<boolean> {
  const { queryKey } = cartQueries.current(studentId);
  const before = client.getQueryState(queryKey);
  if (!before) return false;
  // Cancel a call that the query sent before. Its response could arrive late and replace the cart by an older one.
  if (before.data !== undefined) void client.cancelQueries({ queryKey, exact: true });
  const sentAt = Date.now();
  try {
    // Call the API directly instead of refetching the query. After a failed refetch, the query may report its previous
    // cart as loaded, so the failure would not be noticed.
    const { data: cart } = await apiOf(client).call(getCart, {});
    const state = client.getQueryState(queryKey);
    // The student has signed out in the meantime, so do not show the cart.
    if (!state || (state.status === 'pending' && state.fetchStatus === 'idle')) return false;
    showCart(client, studentId, { cart, sentAt });
    // The query's call for the page's first cart was not cancelled above. If it is still running, it may return an
    // older cart and replace the newer one, so load the cart once more.
    if (state.fetchStatus === 'fetching') reloadCart(client);
    return true;
  } catch {
    reloadCart(client);
    return false;
  }
}

type ScheduledRefresh = { response: CartResponse | null; isShown: Promise<boolean> };

/**
 * The scheduled refresh of the cart for each query client. `response`: the response with the cart to show, or null to
 * load the cart.
 */
const scheduled = new WeakMap<QueryClient, ScheduledRefresh>();

/**
 * Shows the cart that the server returned for a change (`response`). Loads the cart instead if there is no response, or
 * if the page may show a newer cart already. Several calls in the same JavaScript task cause only one update.
 * Resolves to true if the page then shows a cart that the server returned after the change.
 */
export function refreshCart(
  client: QueryClient,
  studentId: string,
  response: CartResponse | null = null,
): Promise<boolean> {
  const before = scheduled.get(client);
  if (before) {
    // If a load of the cart is already scheduled, do not schedule this response instead.
    if (before.response) before.response = response;
    return before.isShown;
  }
  const refresh = { response, isShown: Promise.resolve(false) };
  refresh.isShown = new Promise((resolve) => {
    setTimeout(() => {
      scheduled.delete(client);
      const last = refresh.response;
      if (!last || !isLatest(client, last)) return resolve(loadNewCart(client, studentId));
      storeCart(client, studentId, last);
      resolve(true);
    });
  });
  scheduled.set(client, refresh);
  return refresh.isShown;
}

type CartRefreshDeps = { outbox: CartOutbox; studentId: string | null; cart: Cart | undefined };

/**
 * Keeps the cart current: updates it whenever the outbox of any tab has delivered something. Once the cart contains the
 * delivered additions, the outbox forgets them.
 */
export function useCartRefresh({ outbox, studentId, cart }: CartRefreshDeps): void {
  const client = useQueryClient();
  useEffect(() => {
    if (studentId === null) return;
    const deliveredKeys = () =>
      outbox.rows.filter((row) => isDeliveredAdd(row) && row.user === studentId).map(({ key }) => key);
    const refresh = async (response: CartResponse | null) => {
      const keys = deliveredKeys();
      if (await refreshCart(client, studentId, response)) await outbox.forgetDelivered(keys);
    };
    // Load the cart at once if the outbox has delivered additions that the loaded cart does not contain yet.
    if (deliveredKeys().length > 0) void refresh(null);
    return outbox.subscribe((notice) => {
      if (notice.type === 'delivered') void refresh(notice.cart ?? null);
    });
  }, [outbox, client, studentId]);
  useEffect(() => {
    const found = outbox.rows.filter((row) => isDeliveredAdd(row) && row.user === cart?.user && isInCart(cart, row));
    void outbox.forgetDelivered(found.map(({ key }) => key));
  }, [outbox, cart]);
}
