import { useQuery } from '@tanstack/react-query';
import { bookingLoginRedirect } from '../../contract/limits.ts';
import { paths } from '../../contract/pages.ts';
import type { Session } from '../auth/use-session.ts';
import type { CartOutbox } from '../cart/cart-add-flow.ts';
import { SignInFirst } from '../cart/sign-in-first.tsx';
import { telephone } from '../content/telephone.ts';
import { useBrand } from '../content/use-brand.ts';
import type { OutboxRow } from '../offline/outbox-row.ts';
import { ActionLink } from '../ui/action-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { bookingQueries } from './booking.queries.ts';
import { type BookingAddress, bookingPath } from './booking-address.ts';
import { BookingCounter } from './booking-counter.tsx';
import { OfferLoading } from './offer-states.tsx';

export type BookingPageProps = {
  address: BookingAddress;
  /** Academy day. */
  today: string;
  session: Session;
  isOnline: boolean;
  outbox: CartOutbox;
  /** The student's rows in the outbox. */
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
          To book a seat, call admissions: <a href={telephone(phone)}>{phone}</a>.
        </>
      ) : null}
    </Notice>
  );
}

/** Book Online: who may see it, and when (document 1, section 2; decisions, "Where the letter describes a gap"). */
export function BookingPage(props: BookingPageProps) {
  const { address, session } = props;
  const settings = useQuery(bookingQueries.settings());
  const brand = useBrand();
  const isSignedOut = session.status === 'signedOut';
  // Without settings a visitor is treated as the letter says; a student need not wait for them.
  const isLoginNeeded = isSignedOut && !settings.isPending && settings.data?.require_login !== false;
  const isUnknown = session.status === 'unknown' || (isSignedOut && settings.isPending);
  const isClosed = settings.data?.enable_booking === false;

  return (
    <>
      <PageTitle lead={settings.data?.booking_description}>{settings.data?.booking_title ?? 'Book Online'}</PageTitle>
      {isClosed ? <ClosedNotice phone={brand?.admissions_phones[0]} /> : null}
      {!isClosed && isUnknown ? <OfferLoading /> : null}
      {!isClosed && isLoginNeeded ? (
        <SignInFirst message="Login to view courses" from={bookingPath(address)} delay={bookingLoginRedirect} />
      ) : null}
      {!isClosed && !isUnknown && !isLoginNeeded ? (
        <BookingCounter {...props} phones={brand?.admissions_phones ?? []} />
      ) : null}
    </>
  );
}
