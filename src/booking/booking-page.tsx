import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { BookingGroup } from '../../contract/booking.ts';
import { bookingTabs } from '../../contract/booking-tabs.ts';
import type { CartAdd } from '../../contract/cart.ts';
import { bookingLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import type { Session } from '../auth/session/use-session.ts';
import type { CartOutbox } from '../cart/changes/cart-add-flow.ts';
import { LoginRedirect } from '../cart/login-redirect.tsx';
import { telHref } from '../content/tel-href.ts';
import { useBrand } from '../content/use-brand.ts';
import { ApiError } from '../lib/api.ts';
import type { OutboxRow } from '../offline/outbox/row.ts';
import { ActionLink } from '../ui/links/action-link.tsx';
import { Notice } from '../ui/messages/notice.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';
import { Announcements } from './announcements.tsx';
import { bookingQueries } from './booking.queries.ts';
import { type BookingAddress, bookingPath, openTab } from './booking-address.ts';
import classes from './booking-page.module.css';
import { BookingTabs } from './booking-tabs.tsx';
import { CartPreview } from './cart-preview.tsx';
import { OfferPanel } from './offers/offer-panel.tsx';
import { OfferLoading } from './offers/offer-states.tsx';
import { useBooking } from './use-booking.ts';

export type BookingPageProps = {
  address: BookingAddress;
  /** Today's date in the academy's time zone, `YYYY-MM-DD`. */
  today: string;
  session: Session;
  isOnline: boolean;
  outbox: CartOutbox;
  /** The outbox rows of the signed-in student. */
  waiting: readonly OutboxRow[];
};

function ClosedNotice({ phone }: { phone: string | undefined }) {
  return (
    <Notice
      role="status"
      title="Online booking is closed at present."
      action={
        <ActionLink href={paths.coursesList} look="outline">
          See all courses
        </ActionLink>
      }
    >
      You can still read about every course.{' '}
      {phone ? (
        <>
          To book a seat, call admissions: <a href={telHref(phone)}>{phone}</a>.
        </>
      ) : null}
    </Notice>
  );
}

/**
 * Name and price (in rupees) of the course or package that `payload` adds to the cart, as the offers on this page show
 * them.
 */
function describeItem(client: QueryClient, payload: CartAdd) {
  const lists = client.getQueriesData<BookingGroup[]>({ queryKey: bookingQueries.allOffers() });
  const first = bookingTabs.map((tab) => client.getQueryData(bookingQueries.first(tab).queryKey)?.groups);
  const groups = [...lists.map(([, found]) => found), ...first].flatMap((found) => found ?? []);
  if (payload.type === 'package') {
    const offer = groups.flatMap(({ packages }) => packages).find(({ id }) => id === payload.package_id);
    return {
      title: offer?.package_name ?? 'A package',
      quotedPrice: offer?.price.main ?? null,
      shownPrice: offer?.price,
    };
  }
  const course = groups.flatMap(({ courses }) => courses).find(({ id }) => id === payload.course_id);
  const quotedPrice = course?.price?.main ?? course?.total_fee ?? null;
  return { title: course?.course_name ?? 'A course', quotedPrice, shownPrice: course?.price };
}

/**
 * The offers and the cart. While booking is open, they are shown to signed-in students, and to visitors if no login is
 * needed. As long as it is not known who is signed in, they are shown if the page's HTML contains offers.
 */
function BookableOffers({ address, session, phones, ...props }: BookingPageProps & { phones: readonly string[] }) {
  const { isOnline, outbox, waiting, today } = props;
  const studentId = session.student?.id ?? null;
  const isIdentified = session.status !== 'unknown';
  const tab = openTab(address);
  const client = useQueryClient();
  const describe = useCallback((payload: CartAdd) => describeItem(client, payload), [client]);
  const from = bookingPath(address);
  const phone = phones[0] ?? null;
  const { booking, cart, contents } = useBooking({
    studentId,
    isOnline,
    today,
    phone,
    outbox,
    waiting,
    from,
    describeItem: describe,
  });

  const { error } = useQuery({
    ...bookingQueries.groups(studentId, tab, ''),
    enabled: isIdentified,
    notifyOnChangeProps: ['error'],
  });
  if (error instanceof ApiError && error.status === 401)
    return <LoginRedirect message="Login to view courses" from={from} delay={bookingLoginRedirect} />;

  return (
    <div className={`stack gap-6 ${classes.columns}`}>
      <aside className={`stack packed gap-5 ${classes.side}`} aria-label="Announcements and cart">
        <Announcements phones={phones} />
        <CartPreview cart={cart} />
      </aside>
      <BookingTabs tab={tab}>
        <OfferPanel
          key={tab}
          tab={tab}
          address={address}
          studentId={studentId}
          isIdentified={isIdentified}
          isOnline={isOnline}
          contents={contents}
          waiting={waiting}
          booking={booking}
        />
      </BookingTabs>
    </div>
  );
}

/**
 * The page Book Online. The booking settings decide whether booking is open and whether visitors must log in first
 * (docs/product.md#booking).
 */
export function BookingPage(props: BookingPageProps) {
  const { address, session } = props;
  const settings = useQuery(bookingQueries.settings());
  const brand = useBrand();
  const isSignedOut = session.status === 'signedOut';
  // If the booking settings cannot be loaded, visitors must log in. Signed-in students do not wait for the settings.
  const isLoginNeeded = isSignedOut && !settings.isPending && settings.data?.require_login !== false;
  // Until it is known who is signed in, show the first offers if the HTML contains them (load-offers.ts).
  const { data: first } = useQuery(bookingQueries.first(openTab(address)));
  const isUnknown = (session.status === 'unknown' && !first) || (isSignedOut && settings.isPending);
  const isClosed = settings.data?.enable_booking === false;

  return (
    <>
      <PageTitle lead={settings.data?.booking_description}>{settings.data?.booking_title ?? 'Book Online'}</PageTitle>
      {isClosed ? <ClosedNotice phone={brand?.admissions_phones[0]} /> : null}
      {!isClosed && isUnknown ? <OfferLoading /> : null}
      {!isClosed && isLoginNeeded ? (
        <LoginRedirect message="Login to view courses" from={bookingPath(address)} delay={bookingLoginRedirect} />
      ) : null}
      {!isClosed && !isUnknown && !isLoginNeeded ? (
        <BookableOffers {...props} phones={brand?.admissions_phones ?? []} />
      ) : null}
    </>
  );
}
