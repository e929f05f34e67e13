import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { outbox } from '../offline/page-outbox.ts';
import { cartQueries } from './cart.queries.ts';
import { refreshCart } from './refresh-cart.ts';

type CartCountProps = { studentId: string; onCount: (count: number | null) => void };

/**
 * Tells how many things are in the student's cart, for the header's badge; null while it is not known. Draws nothing, and
 * is loaded for students alone: a visitor's page knows nothing of carts.
 */
export function CartCount({ studentId, onCount }: CartCountProps) {
  const client = useQueryClient();
  const { data } = useQuery(cartQueries.current(studentId));
  const count = data?.items.length ?? null;

  useEffect(() => {
    onCount(count);
    // The next student's page does not show this one's number.
    return () => onCount(null);
  }, [count, onCount]);
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        if (notice.type === 'delivered') refreshCart(client);
      }),
    [client],
  );
  return null;
}
