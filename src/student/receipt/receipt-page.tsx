import { endpointUrl } from '../../../contract/endpoint-url.ts';
import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../../contract/pages.ts';
import { getReceiptFile } from '../../../contract/receipt.ts';
import { useSession } from '../../auth/use-session.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { receiptPath } from '../orders/order-texts.ts';
import { studentTabPath } from '../student-area-address.ts';
import classes from './receipt.module.css';
import { receiptQueries } from './receipt.queries.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

type ReceiptPageProps = { orderId: string; phone: string | null; isOnline: boolean };

function ReceiptLoading() {
  return (
    <SkeletonGroup label="Your receipt is loading" className={classes.bones}>
      <Skeleton height="2.875rem" width="16rem" />
      <Skeleton height="34rem" />
    </SkeletonGroup>
  );
}

function Actions({ orderId, isOnline }: { orderId: string; isOnline: boolean }) {
  return (
    <div className={classes.actions}>
      {isOnline ? (
        <Button component="a" href={endpointUrl(getReceiptFile, { params: { id: orderId } })} download color="orange">
          Download PDF
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => window.print()}>
        Print
      </Button>
      {isOnline ? null : (
        <p className={classes.label}>The PDF needs the connection. Printing, also into a file, works without.</p>
      )}
    </div>
  );
}

function StudentReceipt({ studentId, orderId, phone, isOnline }: ReceiptPageProps & { studentId: string }) {
  const { data: receipt, isError, isFetching, refetch } = useQuery(receiptQueries.detail(studentId, orderId));
  if (receipt)
    return (
      <>
        <Actions orderId={orderId} isOnline={isOnline} />
        <ReceiptSheet receipt={receipt} />
      </>
    );
  if (receipt === null)
    return (
      <EmptyState
        title="No receipt here"
        action={<ActionLink href={studentTabPath('bookings')}>Your bookings</ActionLink>}
      >
        {orderId} is no paid order of yours. A receipt is made when a payment is complete.
      </EmptyState>
    );
  if (isError)
    return (
      <ErrorState
        message={
          isOnline
            ? 'Your receipt could not be loaded.'
            : 'This receipt was not opened on this device before you went offline.'
        }
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return <ReceiptLoading />;
}

/** A receipt to read, print and save (decisions, "Answers": `GET /orders/{id}/receipt`); once seen it is there offline. */
export function ReceiptPage(props: ReceiptPageProps) {
  const { status, student } = useSession();
  const login = `${paths.login}?from=${encodeURIComponent(receiptPath({ order_id: props.orderId }))}`;
  return (
    <Page>
      <div className={classes.screenOnly}>
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
