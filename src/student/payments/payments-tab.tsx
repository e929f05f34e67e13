import { useQuery } from '@tanstack/react-query';
import type { StudentPayment } from '../../../contract/student-payments.ts';
import { formatInstant, formatTotal } from '../../lib/format/format.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { paymentLabel, receiptPath } from '../orders/order-texts.ts';
import classes from '../student-area-page.module.css';
import { LedgerTable } from '../ui/ledger-table.tsx';
import { SavedListAge } from '../ui/saved-list-age.tsx';
import { Tag } from '../ui/tag.tsx';
import { paymentQueries } from './payment.queries.ts';

type PaymentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

const columns = [
  { name: 'Date' },
  { name: 'Order' },
  { name: 'Method' },
  { name: 'Amount', isAmount: true },
  { name: 'Status' },
  { name: 'Receipt' },
];

const refundText = ({ amount, status }: NonNullable<StudentPayment['refund']>) =>
  `${formatTotal(amount)} ${status === 'refunded' ? 'refunded' : 'is being refunded'}`;

function Status({ payment: { status, refund, refunds = refund ? [refund] : [] } }: { payment: StudentPayment }) {
  const { text, tone } = paymentLabel(status);
  return (
    <div className="stack left gap-1">
      <Tag tone={tone}>{text}</Tag>
      {refunds.length > 0 ? <span className="soft">{refunds.map(refundText).join(', ')}</span> : null}
    </div>
  );
}

function methodOf({ method, amount }: StudentPayment): string {
  return method ?? (amount === 0 ? 'Nothing to pay' : 'Unknown');
}

function toRow(payment: StudentPayment) {
  const { attempt_id, date, order_id, amount, receipt_number, pays_due } = payment;
  const receipt = receipt_number ? (
    <PageLink
      href={receiptPath({ order_id }, pays_due ? receipt_number : undefined)}
      className={`touch ${classes.link}`}
    >
      <span className="visually-hidden">Receipt</span> {receipt_number}
    </PageLink>
  ) : (
    'None'
  );
  return {
    key: attempt_id,
    cells: [
      formatInstant(date),
      order_id,
      methodOf(payment),
      formatTotal(amount),
      <Status key="status" payment={payment} />,
      receipt,
    ],
  };
}

function Payments({ studentId, phone }: Omit<PaymentsTabProps, 'view'>) {
  const {
    data: payments,
    dataUpdatedAt,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    ...paymentQueries.list(studentId),
    // While a payment is pending, refetch each time the tab is opened, because the payment may have succeeded or failed
    // meanwhile. Otherwise the list stays fresh for a day.
    refetchOnMount: ({ state }) => (state.data?.some(({ status }) => status === 'PROCESSING') ? 'always' : true),
  });
  if (payments?.length === 0) return <EmptyState title="Your payments will appear here." />;
  if (payments)
    return (
      <>
        <SavedListAge at={dataUpdatedAt} />
        <LedgerTable caption="Payments, newest first" columns={columns} rows={payments.map(toRow)} />
      </>
    );
  if (isError)
    return (
      <LoadFailed
        message="Your payments could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your payments are loading" className="stack gap-3">
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </SkeletonGroup>
  );
}

/** Tab Payments: all payment attempts, newest first. */
export function PaymentsTab({ studentId, phone }: PaymentsTabProps) {
  return (
    <section aria-labelledby="payments" className="stack packed shrink gap-4">
      <h2 id="payments">Payments</h2>
      <Payments studentId={studentId} phone={phone} />
    </section>
  );
}
