import { endpointUrl } from '../../../contract/endpoint-url.ts';
import { useUnreachable } from '../../offline/connection/unreachable.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { getReceiptFile } from '../../../contract/receipt.ts';
import { useSession } from '../../auth/session/use-session.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageTitle } from '../../ui/page/page-title.tsx';
import { receiptPath } from '../orders/order-texts.ts';
import { studentTabPath } from '../student-area-address.ts';
import classes from './receipt.module.css';
import { receiptQueries } from './receipt.queries.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

type ReceiptPageProps = {
  orderId: string;
  /** The number of the receipt of an amount due. If missing, the page shows the receipt of the order itself. */
  number?: string | undefined;
  phone: string | null;
  isOnline: boolean;
};

function ReceiptLoading() {
  return (
    <SkeletonGroup label="Your receipt is loading" className={`stack gap-4 ${classes.loading}`}>
      <Skeleton height="2.875rem" width="16rem" />
      <Skeleton height="34rem" />
    </SkeletonGroup>
  );
}

function Actions({ orderId, number, isOnline }: Omit<ReceiptPageProps, 'phone'>) {
  const { when } = useUnreachable();
  return (
    <div className={`row wrap middle gap-3 screen-only ${classes.actions}`}>
      {isOnline ? (
        <Button
          component="a"
          href={endpointUrl(getReceiptFile, { params: { id: orderId }, query: number ? { number } : {} })}
          download
          color="orange"
        >
          Download PDF
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => window.print()}>
        Print
      </Button>
      {isOnline ? null : (
        <p className={classes.label}>You can download the PDF {when}. Printing works offline, also to a file.</p>
      )}
    </div>
  );
}

function StudentReceipt({ studentId, ...props }: ReceiptPageProps & { studentId: string }) {
  const { orderId, number, phone, isOnline } = props;
  const { data: receipt, isError, isFetching, refetch } = useQuery(receiptQueries.detail(studentId, orderId, number));
  if (receipt)
    return (
      <>
        <Actions {...{ orderId, number, isOnline }} />
        <ReceiptSheet receipt={receipt} />
      </>
    );
  if (receipt === null)
    return (
      <EmptyState
        title="No receipt here"
        action={<ActionLink href={studentTabPath('bookings')}>Your bookings</ActionLink>}
      >
        {orderId} is not one of your paid orders. A receipt is issued when the payment is complete.
      </EmptyState>
    );
  if (isError)
    return (
      <LoadFailed
        message="Your receipt could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return <ReceiptLoading />;
}

/**
 * The page on which the student reads, prints and downloads a receipt. Once opened, the receipt is available offline.
 */
export function ReceiptPage(props: ReceiptPageProps) {
  const { status, student } = useSession();
  const login = `${paths.login}?from=${encodeURIComponent(receiptPath({ order_id: props.orderId }, props.number))}`;
  return (
    <Page>
      <div className="screen-only">
        <PageTitle above={<PageLink href={studentTabPath('bookings')}>Your bookings</PageLink>}>Receipt</PageTitle>
      </div>
      {status === 'unknown' ? <ReceiptLoading /> : null}
      {status === 'signedOut' ? (
        <Notice role="status" title="Login to view your receipt" action={<PageLink href={login}>Login</PageLink>} />
      ) : null}
      {student ? <StudentReceipt {...props} studentId={student.id} /> : null}
    </Page>
  );
}
