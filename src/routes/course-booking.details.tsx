import { createFileRoute } from '@tanstack/react-router';
import { paths } from '../../contract/pages.ts';
import { useSession } from '../auth/use-session.ts';
import { CartForStrangers, CartLoading, CartPage } from '../cart/cart-page.tsx';
import { useCartRefresh } from '../cart/refresh-cart.ts';
import { useBrand } from '../content/use-brand.ts';
import { useConnection } from '../offline/page-connection.ts';
import { outbox } from '../offline/page-outbox.ts';
import { useWaitingChanges } from '../offline/use-waiting-changes.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { pageHead } from '../site/page-head.ts';
import { Page } from '../ui/page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export const Route = createFileRoute('/course-booking/details')({
  head: ({ match }) =>
    pageHead(match.context.queryClient, {
      title: 'Your cart',
      description: 'Courses and packages that you are about to book.',
      path: paths.cart,
    }),
  component: Details,
  errorComponent: FailedPage,
});

function Details() {
  const { status, student } = useSession();
  const connection = useConnection();
  const waiting = useWaitingChanges(student?.id ?? null);
  const phone = useBrand()?.admissions_phones[0] ?? null;
  const navigate = Route.useNavigate();
  useCartRefresh(outbox);
  return (
    <Page>
      <PageTitle>Your cart</PageTitle>
      {status === 'unknown' ? <CartLoading /> : null}
      {status === 'signedOut' ? <CartForStrangers /> : null}
      {student ? (
        <CartPage
          studentId={student.id}
          phone={phone}
          isOnline={connection !== 'offline' && connection !== 'portal'}
          outbox={outbox}
          waiting={waiting}
          onConfirm={() => void navigate({ to: paths.checkoutInformation as string })}
        />
      ) : null}
    </Page>
  );
}
