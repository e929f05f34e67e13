import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/session/use-session.ts';
import { useQueuedAttendances } from '../booking/queued-attendances.ts';
import { CartLoading, CartPage, CartSignedOut } from '../cart/cart-page.tsx';
import { useBrand } from '../content/use-brand.ts';
import { useIsOffline } from '../offline/connection/page-connection.ts';
import { useWaitingChanges } from '../offline/outbox/list/use-waiting-changes.ts';
import { outbox } from '../offline/outbox/page-outbox.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head/page-head.ts';
import { Page } from '../ui/page/page.tsx';
import { PageTitle } from '../ui/page/page-title.tsx';

export const Route = createFileRoute('/course-booking/details')({
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Your cart',
      description: 'Courses and packages that you are about to book.',
      path: paths.cart,
      isIndexed: false,
    }),
  component: Details,
  errorComponent: FailedPage,
});

function Details() {
  const { status, student } = useSession();
  const isOffline = useIsOffline();
  const waiting = useWaitingChanges(student?.id ?? null);
  const queued = useQueuedAttendances(student?.id ?? null, waiting);
  const phone = useBrand()?.admissions_phones[0] ?? null;
  const navigate = Route.useNavigate();
  return (
    <Page>
      <PageTitle>Your cart</PageTitle>
      {status === 'unknown' ? <CartLoading /> : null}
      {status === 'signedOut' ? <CartSignedOut /> : null}
      {student ? (
        <CartPage
          studentId={student.id}
          phone={phone}
          isOnline={!isOffline}
          outbox={outbox}
          waiting={waiting}
          queued={queued}
          onConfirm={() => void navigate({ to: paths.checkout as string })}
        />
      ) : null}
    </Page>
  );
}
