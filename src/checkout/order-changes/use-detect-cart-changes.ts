import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Cart } from '../../../contract/cart.ts';
import { type PriceChange, savePriceWhenAdded, usePriceChanges } from '../../cart/price-when-added.ts';
import { useCheckout } from '../checkout-context.ts';
import { cartChanges, quoteWhenAdded } from './quote.ts';

/**
 * Asks the student to resolve changes before the server would refuse the order: a batch cannot be booked, a price differs from
 * when the line was added, or the cart changed while the app was closed. `updatedAt`: when the cart was loaded, in ms.
 */
export function useDetectCartChanges(cart: Cart | undefined, updatedAt: number): void {
  const { state, send, studentId, seenBefore } = useCheckout();
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  // The first cart is remembered for the names of lines that are removed later.
  const [firstCart, setFirstCart] = useState(cart);
  if (!firstCart && cart) setFirstCart(cart);
  const priceChanges = usePriceChanges(studentId, cart);
  const isReviewing = state.matches('reviewing');
  const { changes: shownChanges } = state.context;
  useEffect(() => {
    const isShown = ({ line }: PriceChange) =>
      shownChanges?.some((change) => change.kind === 'price' && change.type === line.type && change.id === line.id) ===
      true;
    if (!isReviewing) {
      // The machine's own comparison has already shown these changes.
      seenBefore.current = null;
      for (const { line } of priceChanges.filter(isShown)) savePriceWhenAdded(client, studentId, line, line.price.main);
    }
    if (!isReviewing || !cart) return;
    const before = updatedAt >= openedAt ? seenBefore.current : null;
    const quote = before ?? quoteWhenAdded(cart, priceChanges);
    const changes = cartChanges(quote, cart, { carts: [firstCart] });
    if (before) seenBefore.current = null;
    if (changes.length === 0) return;
    // Each price change is shown once; it stays on the screen until the student resolves it.
    for (const { line } of priceChanges) savePriceWhenAdded(client, studentId, line, line.price.main);
    send({ type: 'changes.show', quote, changes });
  }, [
    cart,
    isReviewing,
    send,
    client,
    studentId,
    priceChanges,
    shownChanges,
    firstCart,
    openedAt,
    updatedAt,
    seenBefore,
  ]);
}
