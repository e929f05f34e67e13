import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../auth/use-session.ts';
import { cartQueries } from './cart.queries.ts';
import { refreshCart } from './refresh-cart.ts';

/** Things in the student's cart for the header's badge; null while nobody is signed in or the cart is not known. */
export function useCartCount(): number | null {
  const { student } = useSession();
  const client = useQueryClient();
  const studentId = student?.id ?? '';
  const { data } = useQuery({ ...cartQueries.current(studentId), enabled: studentId !== '' });

  useEffect(() => {
    if (!studentId) return;
    let leave: (() => void) | undefined;
    let isGone = false;
    // Public pages show the badge too: they must not load the outbox before they are drawn.
    void import('../offline/page-outbox.ts').then(({ outbox }) => {
      if (isGone) return;
      leave = outbox.subscribe((notice) => {
        if (notice.type === 'delivered') refreshCart(client);
      });
    });
    return () => {
      isGone = true;
      leave?.();
    };
  }, [studentId, client]);

  return student ? (data?.items.length ?? null) : null;
}
