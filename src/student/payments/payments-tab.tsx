import { useQuery } from '@tanstack/react-query';
import type { StudentPayment } from '../../../contract/student-payments.ts';
import { formatInstant, formatTotal } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { LedgerTable } from '../ledger-table.tsx';
import { paymentLabel, receiptPath } from '../orders/order-texts.ts';
import classes from '../profile-page.module.css';
import { SeenAt } from '../seen-at.tsx';
import { Tag } from '../tag.tsx';
import { paymentQueries } from './payment.queries.ts';
import styles from './payments-tab.module.css';

export type PaymentsTabProps = { studentId: string; phone: string | null; view: string | undefined };

const columns = [
  { name: 'Date' },
  { name: 'Order' },
  { name: 'Method' },
  { name: 'Amount', isAmount: true },
  { name: 'Status' },
  { name: 'Receipt' },
];

function Status({ payment: { status, refund } }: { payment: StudentPayment }) {
  const { text, tone } = paymentLabel(status);
  return (
    <div className={styles.status}>
      <Tag tone={tone}>{text}</Tag>
      {refund ? (
        <span className={styles.refund}>
          {formatTotal(refund.amount)} {refund.status === 'refunded' ? 'refunded' : 'is being refunded'}
        </span>
      ) : null}
    </div>
  );
}

function methodOf({ method, amount }: StudentPayment): string {
  return method ?? (amount === 0 ? 'Nothing to pay' : 'Not known');
}

function toRow(payment: StudentPayment) {
  const { attempt_id, date, order_id, amount, receipt_number } = payment;
  const receipt = receipt_number ? (
    <PageLink href={receiptPath({ order_id })} className={styles.link}>
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
    // What was pending may long be settled; the rest is fresh for a day.
    refetchOnMount: ({ state }) => (state.data?.some(({ status }) => status === 'PROCESSING') ? 'always' : true),
  });
  if (payments?.length === 0) return <EmptyState title="Your payments will appear here." />;
  if (payments)
    return (
      <>
        <SeenAt at={dataUpdatedAt} />
        <LedgerTable caption="Payments, newest first" columns={columns} rows={payments.map(toRow)} />
      </>
    );
  if (isError)
    return (
      <ErrorState
        message="Your payments could not be loaded."
        onRetry={() => refetch()}
        isRetrying={isFetching}
        phone={phone}
      />
    );
  return (
    <SkeletonGroup label="Your payments are loading" className={classes.bones}>
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </SkeletonGroup>
  );
}

/** Tab Payments (decisions, "Where the letter describes a gap"): a fixed text while there are none, else every attempt. */
export function PaymentsTab({ studentId, phone }: PaymentsTabProps) {
  return (
    <section aria-labelledby="payments" className={classes.part}>
      <h2 id="payments">Payments</h2>
      <Payments studentId={studentId} phone={phone} />
    </section>
  );
}
