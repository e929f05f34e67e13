import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cartChanges } from '../../../machines/order-quote.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { useConnection } from '../../offline/connection/page-connection.ts';
import { notifyConnectionBack } from './return-notification.ts';
import { readSavedCheckout, type SavedCheckout } from './saved-checkout.ts';

/**
 * `changes`: number of differences between the current cart and the order that the student saw; null if it is not known
 * or not needed for the status of the booking.
 */
export type ResumableBooking = SavedCheckout & { changes: number | null };

type FoundCheckout = { saved: SavedCheckout; foundAt: number };

/**
 * The unfinished booking that the student can continue; null if there is none, or while the server cannot be reached.
 * It is read from the device when the page opens and each time the connection comes back. A booking with the status
 * `begun` is ignored if this page itself saved it.
 * `isAway`: the student is not on a checkout page.
 */
export function useResumableBooking(studentId: string, isAway: boolean): ResumableBooking | null {
  const isOnline = useConnection() === 'online';
  const [found, setFound] = useState<FoundCheckout | null>(null);
  const client = useQueryClient();
  const away = useRef(isAway);
  away.current = isAway;
  useEffect(() => {
    let isCurrent = isOnline;
    const lookUp = async () => {
      const foundAt = Date.now();
      const saved = await readSavedCheckout(studentId);
      const isUnknownHere = saved !== null && (saved.status !== 'begun' || saved.savedAt < performance.timeOrigin);
      if (!isCurrent) return;
      if (saved?.status === 'waiting') void notifyConnectionBack();
      const isShown = isUnknownHere && away.current;
      // Reload the cart, because the one in memory may have been loaded before the connection was lost.
      if (isShown) void client.invalidateQueries({ queryKey: cartQueries.current(studentId).queryKey });
      setFound(isShown ? { saved, foundAt } : null);
    };
    if (isOnline) void lookUp();
    return () => {
      isCurrent = false;
    };
  }, [isOnline, studentId, client]);
  // When the student opens a checkout page, forget the booking: the page shows it, and the student may finish it there.
  useEffect(() => {
    if (!isAway) setFound(null);
  }, [isAway]);

  const { data: cart, dataUpdatedAt } = useQuery({ ...cartQueries.current(studentId), enabled: found !== null });
  if (!found || !isOnline) return null;
  const { saved, foundAt } = found;
  const freshCart = cart && dataUpdatedAt >= foundAt ? cart : null;
  // With an empty cart there is nothing to continue: the student has booked its courses or removed them elsewhere. Only
  // an order without a response (`unanswered`) can be continued, because it may have been placed and have emptied the
  // cart.
  if (freshCart?.items.length === 0 && saved.status !== 'unanswered') return null;
  const isComparable =
    freshCart !== null && saved.quote !== null && (saved.status === 'waiting' || saved.status === 'begun');
  const changes = isComparable ? cartChanges(saved.quote, freshCart, { carts: [] }) : null;
  return { ...saved, changes: changes?.filter(({ kind }) => kind !== 'total').length ?? null };
}
