import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { sessionQueries } from '../auth/session.queries.ts';
import { useSession } from '../auth/use-session.ts';
import { bookingQueries } from '../booking/booking.queries.ts';
import { openTab, readBookingAddress } from '../booking/booking-address.ts';
import { BookingPage } from '../booking/booking-page.tsx';
import { useCartRefresh } from '../cart/refresh-cart.ts';
import { academyDay } from '../lib/format.ts';
import { useConnection } from '../offline/page-connection.ts';
import { outbox } from '../offline/page-outbox.ts';
import { useWaitingChanges } from '../offline/use-waiting-changes.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';
import { Page } from '../ui/page.tsx';

export const Route = createFileRoute('/course-booking/')({
  validateSearch: readBookingAddress,
  loaderDeps: ({ search }) => ({ tab: openTab(search) }),
  loader: ({ context: { queryClient }, deps }) => {
    const student = queryClient.getQueryData(sessionQueries.status().queryKey);
    void queryClient.prefetchQuery(bookingQueries.settings());
    if (student) void queryClient.prefetchQuery(bookingQueries.groups(student.id, deps.tab, ''));
    return { today: academyDay() };
  },
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Book Online',
      description: 'Choose a package or single courses, pick a batch for each, and book your seat.',
      path: paths.bookOnline,
    }),
  component: BookOnline,
  errorComponent: FailedPage,
});

function BookOnline() {
  const address = Route.useSearch();
  const { today } = Route.useLoaderData();
  const session = useSession();
  const connection = useConnection();
  const waiting = useWaitingChanges(session.student?.id ?? null);
  useCartRefresh(outbox);
  return (
    <Page>
      <BookingPage
        address={address}
        today={today}
        session={session}
        isOnline={connection !== 'offline' && connection !== 'portal'}
        outbox={outbox}
        waiting={waiting}
      />
    </Page>
  );
}
