import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/session/use-session.ts';
import { openTab, readBookingAddress } from '../booking/booking-address.ts';
import { BookingPage } from '../booking/booking-page.tsx';
import { loadOffers } from '../booking/load-offers.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { useWaitingChanges } from '../offline/outbox/list/use-waiting-changes.ts';
import { outbox } from '../offline/outbox/page-outbox.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { Page } from '../ui/page/page.tsx';

export const Route = createFileRoute('/course-booking/')({
  validateSearch: readBookingAddress,
  loaderDeps: ({ search }) => ({ tab: openTab(search) }),
  loader: ({ context: { queryClient }, location }) => loadOffers(queryClient, readBookingAddress(location.search)),
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Book Online',
      description: 'Choose a package or single courses, pick a batch for each, and book your seat.',
      path: paths.bookOnline,
      isIndexed: false,
    }),
  component: BookOnline,
  errorComponent: FailedPage,
});

function BookOnline() {
  const address = Route.useSearch();
  const { today } = Route.useLoaderData();
  const session = useSession();
  const isOffline = useIsOffline();
  const waiting = useWaitingChanges(session.student?.id ?? null);
  return (
    <Page>
      <BookingPage
        address={address}
        today={today}
        session={session}
        isOnline={!isOffline}
        outbox={outbox}
        waiting={waiting}
      />
    </Page>
  );
}
