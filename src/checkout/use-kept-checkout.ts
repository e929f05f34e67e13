import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { cartQueries } from '../cart/cart.queries.ts';
import { useConnection } from '../offline/page-connection.ts';
import { queryStore } from '../offline/query-store.ts';
import { type KeptCheckout, readKeptCheckout } from './kept-checkout.ts';
import { cartChanges } from './quote.ts';
import { ringBell } from './return-bell.ts';

/** `changes`: how many things are not as the student saw them; null while it is not known. */
export type WaitingBooking = KeptCheckout & { changes: number | null };

type Found = { kept: KeptCheckout; at: number };

/**
 * The booking that a student left and that can go on now that our server answers; null where there is none. Looked for when
 * the page opens and each time the connection comes back. One that was merely begun is told only to those who closed the app.
 */
export function useKeptCheckout(studentId: string, isAway: boolean): WaitingBooking | null {
  const isOnline = useConnection() === 'online';
  const [found, setFound] = useState<Found | null>(null);
  const client = useQueryClient();
  const away = useRef(isAway);
  away.current = isAway;
  useEffect(() => {
    let isWanted = isOnline;
    const look = async () => {
      const at = Date.now();
      const kept = await readKeptCheckout(queryStore, studentId);
      const isNews = kept !== null && (kept.standing !== 'begun' || kept.keptAt < performance.timeOrigin);
      if (!isWanted) return;
      if (kept?.standing === 'waiting') void ringBell();
      const isTold = isNews && away.current;
      // The cart of a moment ago was still the one from before the connection went.
      if (isTold) void client.invalidateQueries({ queryKey: cartQueries.current(studentId).queryKey });
      setFound(isTold ? { kept, at } : null);
    };
    if (isOnline) void look();
    return () => {
      isWanted = false;
    };
  }, [isOnline, studentId, client]);
  // Whoever is in checkout sees it there, and may finish it.
  useEffect(() => {
    if (!isAway) setFound(null);
  }, [isAway]);

  const { data: cart, dataUpdatedAt } = useQuery({ ...cartQueries.current(studentId), enabled: found !== null });
  if (!found || !isOnline) return null;
  const { kept, at } = found;
  const fresh = cart && dataUpdatedAt >= at ? cart : null;
  // Booked or emptied elsewhere. An order that may have arrived empties the cart as well.
  if (fresh?.items.length === 0 && kept.standing !== 'unanswered') return null;
  const isComparable =
    fresh !== null && kept.quote !== null && (kept.standing === 'waiting' || kept.standing === 'begun');
  const changes = isComparable ? cartChanges(kept.quote, fresh, { carts: [] }) : null;
  return { ...kept, changes: changes?.filter(({ kind }) => kind !== 'total').length ?? null };
}
