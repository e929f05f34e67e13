import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CartAdd } from '../../contract/cart.ts';
import { bookingLoginRedirect } from '../../contract/limits.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { type CartAddFlowParts, createCartAddFlow } from '../cart/cart-add-flow.ts';
import { cartContents } from '../cart/cart-contents.ts';
import { loginAddress, SignInFirst } from '../cart/sign-in-first.tsx';
import { ApiError } from '../lib/api.ts';
import { Announcements } from './announcements.tsx';
import { bookingQueries } from './booking.queries.ts';
import { bookingPath, openTab } from './booking-address.ts';
import classes from './booking-counter.module.css';
import type { BookingDesk } from './booking-desk.ts';
import type { BookingPageProps } from './booking-page.tsx';
import { BookingTabs } from './booking-tabs.tsx';
import { CartGlance } from './cart-glance.tsx';
import { describeOffer } from './describe-offer.ts';
import { OfferPanel } from './offer-panel.tsx';

/** Offers and cart of one who may book. */
export function BookingCounter({
  address,
  session,
  phones,
  ...props
}: BookingPageProps & { phones: readonly string[] }) {
  const { isOnline, outbox, waiting, today } = props;
  const studentId = session.student?.id ?? null;
  const tab = openTab(address);
  const client = useQueryClient();
  const { data: cart } = useQuery({ ...cartQueries.current(studentId ?? ''), enabled: studentId !== null });
  const contents = useMemo(() => cartContents(cart), [cart]);
  const flow = useMemo(() => {
    const tellOf: CartAddFlowParts['tellOf'] = (payload: CartAdd) => describeOffer(client, studentId, payload);
    return createCartAddFlow({ outbox, tellOf });
  }, [client, outbox, studentId]);
  const [ownKeys] = useState(() => new Set<string>());
  const from = bookingPath(address);
  const phone = phones[0] ?? null;
  const desk = useMemo(
    (): BookingDesk => ({ flow, ownKeys, today, phone, loginHref: loginAddress(from) }),
    [flow, ownKeys, today, phone, from],
  );

  // A refusal tells that what is shown is outdated: seats went, or a batch closed.
  useEffect(
    () =>
      outbox.subscribe((notice) => {
        if (notice.type !== 'refused') return;
        void client.invalidateQueries({ queryKey: bookingQueries.offers(studentId) });
      }),
    [outbox, client, studentId],
  );

  const { error } = useQuery({ ...bookingQueries.groups(studentId, tab, ''), notifyOnChangeProps: ['error'] });
  if (error instanceof ApiError && error.status === 401)
    return <SignInFirst message="Login to view courses" from={from} delay={bookingLoginRedirect} />;

  return (
    <div className={classes.columns}>
      <aside className={classes.side} aria-label="Announcements and cart">
        <Announcements phones={phones} />
        <CartGlance cart={cart} />
      </aside>
      <BookingTabs tab={tab}>
        <OfferPanel
          key={tab}
          tab={tab}
          address={address}
          studentId={studentId}
          isOnline={isOnline}
          contents={contents}
          waiting={waiting}
          desk={desk}
        />
      </BookingTabs>
    </div>
  );
}
