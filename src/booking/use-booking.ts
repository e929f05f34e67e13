import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { cartContents } from '../../machines/cart-lines.ts';
import { sessionQueries } from '../auth/session/session.queries.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import type { CartAddDeps, CartOutbox } from '../cart/changes/cart-add-flow.ts';
import { withDelivered } from '../cart/changes/delivered-adds.ts';
import { useCartRefresh } from '../cart/changes/refresh-cart.ts';
import { loginPath } from '../cart/login-redirect.tsx';
import type { OutboxRow } from '../offline/outbox/row.ts';
import { bookingQueries } from './booking.queries.ts';
import type { BookingContext } from './booking-context.ts';

type BookingDeps = Pick<BookingContext, 'studentId' | 'isOnline' | 'today' | 'phone'> & {
  outbox: CartOutbox;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
  /** The path to which the student returns after login. */
  from: string;
  /**
   * Returns the title and price of a course or package that the student adds to the cart. The caller must memoise the
   * function.
   */
  describeItem: CartAddDeps['describeItem'];
};

/**
 * What a page needs to add courses and packages to the cart. `contents`: what is in the cart, including items that were
 * added since the cart was loaded.
 */
export function useBooking(deps: BookingDeps) {
  const { studentId, isOnline, today, phone, outbox, waiting, from, describeItem } = deps;
  const client = useQueryClient();
  const { data: cart } = useQuery({ ...cartQueries.current(studentId ?? ''), enabled: studentId !== null });
  const contents = useMemo(() => withDelivered(cartContents(cart), waiting), [cart, waiting]);
  const adds = useMemo(
    (): CartAddDeps => ({
      outbox,
      identified: () => client.ensureQueryData(sessionQueries.status()).catch(() => null),
      describeItem,
    }),
    [client, outbox, describeItem],
  );
  const [ownKeys] = useState(() => new Set<string>());
  const booking = useMemo(
    (): BookingContext => ({ adds, ownKeys, today, phone, isOnline, studentId, loginHref: loginPath(from) }),
    [adds, ownKeys, today, phone, isOnline, studentId, from],
  );

  useCartRefresh({ outbox, studentId, cart });
  // A refused add means that the shown seats or batches are outdated, so reload the offers.
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        if (notice.type !== 'refused') return;
        void client.invalidateQueries({ queryKey: bookingQueries.offers(studentId) });
      }),
    [outbox, client, studentId],
  );
  return { booking, cart, contents };
}
