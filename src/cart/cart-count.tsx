import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { outbox } from '../offline/outbox/page-outbox.ts';
import { cartQueries } from './cart.queries.ts';
import { useCartRefresh } from './changes/refresh-cart.ts';

type CartCountProps = { studentId: string; onCount: (count: number | null) => void };

/**
 * Reports the number of items in the student's cart for the badge in the header: null while it is not known. Also keeps
 * the loaded cart current. This component renders nothing and is loaded for signed-in students only.
 */
export function CartCount({ studentId, onCount }: CartCountProps) {
  const { data } = useQuery(cartQueries.current(studentId));
  const count = data?.items.length ?? null;

  useEffect(() => {
    onCount(count);
    // Resets the count on sign-out. Otherwise the next student who signs in would see it.
    return () => onCount(null);
  }, [count, onCount]);
  useCartRefresh({ outbox, studentId, cart: data });
  return null;
}
