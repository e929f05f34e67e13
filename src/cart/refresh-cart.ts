import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cartQueries } from './cart.queries.ts';
import type { CartOutbox } from './cart-add-flow.ts';

const planned = new WeakSet<QueryClient>();

/** Asks for the cart anew; several who want it at once ask once (document 1, section 4: refreshed after each add or remove). */
export function refreshCart(client: QueryClient): void {
  if (planned.has(client)) return;
  planned.add(client);
  setTimeout(() => {
    planned.delete(client);
    void client.invalidateQueries({ queryKey: cartQueries.all() });
  });
}

/** Keeps the cart true to what the outbox delivers, whichever tab sent it. */
export function useCartRefresh(outbox: CartOutbox): void {
  const client = useQueryClient();
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        if (notice.type === 'delivered') refreshCart(client);
      }),
    [outbox, client],
  );
}
