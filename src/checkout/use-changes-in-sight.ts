import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Cart } from '../../contract/cart.ts';
import { keepTappedPrice, type TappedPrice, useOtherPrices } from '../cart/tapped-prices.ts';
import { useCheckout } from './checkout-context.ts';
import { cartChanges, quoteAtTaps } from './quote.ts';

/**
 * A cart that cannot be booked as it is, that costs something else than when it was filled, or that changed while the app was
 * closed asks for its decision before the server refuses it. `updatedAt` of the cart in ms.
 */
export function useChangesInSight(cart: Cart | undefined, updatedAt: number): void {
  const { state, send, studentId, seenBefore } = useCheckout();
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const [known, setKnown] = useState(cart);
  // Names of lines that are gone.
  if (!known && cart) setKnown(cart);
  const otherPrices = useOtherPrices(studentId, cart);
  const isReviewing = state.matches('reviewing');
  const { changes: told } = state.context;
  useEffect(() => {
    const isTold = ({ line }: TappedPrice) =>
      told?.some((change) => change.kind === 'price' && change.type === line.type && change.id === line.id) === true;
    if (!isReviewing) {
      // Told already, by the machine's own comparison.
      seenBefore.current = null;
      for (const { line } of otherPrices.filter(isTold)) keepTappedPrice(client, studentId, line, line.price.main);
    }
    if (!isReviewing || !cart) return;
    const before = updatedAt >= openedAt ? seenBefore.current : null;
    const quote = before ?? quoteAtTaps(cart, otherPrices);
    const changes = cartChanges(quote, cart, { carts: [known] });
    if (before) seenBefore.current = null;
    if (changes.length === 0) return;
    // Told once: the screen keeps it until it is decided.
    for (const { line } of otherPrices) keepTappedPrice(client, studentId, line, line.price.main);
    send({ type: 'changes.show', quote, changes });
  }, [cart, isReviewing, send, client, studentId, otherPrices, told, known, openedAt, updatedAt, seenBefore]);
}
