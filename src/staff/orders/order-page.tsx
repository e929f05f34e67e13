import { Anchor, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffOrder, StaffOrderLine } from '../../../contract/staff/orders.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { ApiError } from '../../lib/api.ts';
import { formatDays, formatInstant, formatTotal } from '../../lib/format/format.ts';
import { ErrorState } from '../../ui/messages/error-state.tsx';
import { Notice } from '../../ui/messages/notice.tsx';
import { failureMessage } from '../forms/form-errors.ts';
import { useRequestKey } from '../forms/request-key.ts';
import { Section } from '../frame/section.tsx';
import { StaffPage } from '../frame/staff-page.tsx';
import { cancelledBatchText } from '../lists/cancelled-batch-text.ts';
import { Fact, Facts } from '../lists/facts.tsx';
import { orderStateText } from '../lists/order-state-text.ts';
import { downloadLink } from '../session/download.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DueDialog } from './due-dialog.tsx';
import { orderMutations, orderQueries } from './order.queries.ts';
import { refundStateNames } from './order-texts.ts';
import { orderRoute } from './orders-feature.ts';
import { TransferDialog } from './transfer-dialog.tsx';

function BatchLink({ id }: { id: number }) {
  return (
    <Anchor
      inherit
      underline="always"
      renderRoot={(props) => <Link to="/staff/batches/$id" params={{ id }} {...props} />}
    >
      batch {id}
    </Anchor>
  );
}

type LineProps = {
  line: StaffOrderLine;
  maySeeBatches: boolean;
  onTransfer: ((courseId: number) => void) | null;
};

function Line({ line, maySeeBatches, onTransfer }: LineProps) {
  const { name, price, paid, cancelled_at, courses } = line;
  return (
    <Stack component="li" gap={4} maw="none">
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {name}
        </Text>
        {cancelled_at ? (
          <Badge color="red" variant="light">
            Cancelled {formatInstant(cancelled_at)}
          </Badge>
        ) : (
          <Text>
            {paid === price ? formatTotal(price) : `${formatTotal(price)} at booking, now ${formatTotal(paid)} paid`}
          </Text>
        )}
      </Group>
      {courses.map((course) => (
        <Group key={course.course_id} gap="sm">
          <Text size="sm" className="anywhere">
            {course.course_name}, {formatDays(course.start_date, course.end_date)} (
            {maySeeBatches ? <BatchLink id={course.batch_id} /> : `batch ${course.batch_id}`})
            {course.cancelled ? (
              <Text span fw={600}>
                , {cancelledBatchText(course.cancelled)}
              </Text>
            ) : null}
          </Text>
          {onTransfer && !cancelled_at ? (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Move ${course.course_name}`}
              onClick={() => onTransfer(course.course_id)}
            >
              Move
            </Button>
          ) : null}
        </Group>
      ))}
    </Stack>
  );
}

function Payments({ order, mayRecheck }: { order: StaffOrder; mayRecheck: boolean }) {
  const { attempts, refunds } = order;
  const checking = useMutation(orderMutations.recheck(useQueryClient(), order.order_id));
  const payments = attempts.flatMap((attempt) =>
    attempt.payments.length > 0
      ? attempt.payments.map((one) => ({
          key: `${one.payment_id} ${one.outcome}`,
          text: `${formatInstant(one.seen_at)}: ${formatTotal(one.amount)} ${one.outcome}, ${one.method ?? 'no method'}, ${one.reference ?? one.payment_id} (${attempt.provider})`,
        }))
      : [
          {
            key: attempt.attempt_id,
            text: `${formatInstant(attempt.created_at)}: ${formatTotal(attempt.amount)}, attempt ${attempt.attempt_id} is ${attempt.state} (${attempt.provider})`,
          },
        ],
  );
  const returned = refunds.map((one) => ({
    key: one.refund_id,
    text: `${formatInstant(one.created_at)}: refund of ${formatTotal(one.amount)}, ${refundStateNames[one.state].toLowerCase()}, ${one.reason}${one.reference ? `, ${one.reference}` : ''}`,
  }));
  return (
    <Section
      title="Payments and refunds"
      action={
        mayRecheck ? (
          <Button variant="outline" loading={checking.isPending} onClick={() => checking.mutate()}>
            Recheck payment
          </Button>
        ) : null
      }
    >
      {checking.isError ? <Notice tone="error" role="alert" title={failureMessage(checking.error)} /> : null}
      <Stack component="ul" gap="xs" p={0} style={{ listStyle: 'none' }}>
        {[...payments, ...returned].map(({ key, text }) => (
          <Text component="li" key={key} className="anywhere" maw="none">
            {text}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function ResendEmail({ id, email, subject }: { id: string; email: number; subject: string | null }) {
  const { key, renew, onError } = useRequestKey();
  const sending = useMutation({
    ...orderMutations.resendEmail(useQueryClient(), id, key),
    ...{ onSuccess: renew, onError },
  });
  return (
    <>
      {' '}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`Send again: ${subject}`}
        loading={sending.isPending}
        onClick={() => sending.mutate(email)}
      >
        Send again
      </Button>
      {sending.isError ? <Notice tone="error" role="alert" title={failureMessage(sending.error)} /> : null}
    </>
  );
}

/** `mayResend`: whether the staff member may send emails again and the student has an email address. */
function History({ order, mayResend }: { order: StaffOrder; mayResend: boolean }) {
  return (
    <Section title="History">
      <Stack component="ol" gap="xs" p={0} style={{ listStyle: 'none' }}>
        {order.timeline.map(({ at, kind, title, detail, email_id, is_outdated }) => (
          <Text component="li" key={email_id ?? `${at} ${kind} ${title} ${detail}`} className="anywhere" maw="none">
            <Text span c="dimmed">
              {formatInstant(at)}
            </Text>{' '}
            {title}
            {detail ? <Text span c="dimmed">{` (${detail})`}</Text> : null}
            {mayResend && is_outdated ? (
              <span className="not-printed"> Not sent again: what it says is no longer true.</span>
            ) : null}
            {mayResend && email_id !== undefined && !is_outdated ? (
              <ResendEmail id={order.order_id} email={email_id} subject={detail} />
            ) : null}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

function ReceiptLink({ href, number }: { href: string; number: string }) {
  return (
    <Anchor underline="always" {...downloadLink(useQueryClient(), href)}>
      {number} <span className="not-printed">(PDF)</span>
    </Anchor>
  );
}

type BookingsProps = {
  order: StaffOrder;
  /** Whether the bookings can be moved and confirmed again. */
  mayChange: boolean;
  maySeeBatches: boolean;
  onCancel: (() => void) | null;
  onTransfer: (courseId: number) => void;
};

function Bookings({ order, mayChange, maySeeBatches, onCancel, onTransfer }: BookingsProps) {
  const { order_id: id, lines } = order;
  const { key, renew, onError } = useRequestKey();
  const resending = useMutation({
    ...orderMutations.resend(useQueryClient(), id, key),
    ...{ onSuccess: renew, onError },
  });
  // The confirmation can be sent again only if at least one booked batch takes place and the student has an email
  // address. Otherwise the server refuses.
  const takesPlace = lines.some(({ cancelled_at, courses }) => !cancelled_at && courses.some((one) => !one.cancelled));
  const mayConfirm = mayChange && takesPlace && order.student.email !== null;
  return (
    <Section
      title="Bookings"
      action={
        <Group gap="xs">
          {mayConfirm ? (
            <Button variant="outline" loading={resending.isPending} onClick={() => resending.mutate()}>
              Send confirmation again
            </Button>
          ) : null}
          {onCancel ? (
            <Button variant="outline" color="red" onClick={onCancel}>
              Cancel booking
            </Button>
          ) : null}
        </Group>
      }
    >
      {resending.isError ? <Notice tone="error" role="alert" title={failureMessage(resending.error)} /> : null}
      <Stack component="ul" gap="sm" p={0} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <Line
            key={line.item_id}
            line={line}
            maySeeBatches={maySeeBatches}
            onTransfer={mayChange ? onTransfer : null}
          />
        ))}
      </Stack>
    </Section>
  );
}

/** The sum of amounts in rupees, computed in whole paise. */
const sumOf = (all: ReadonlyArray<{ amount: number }>) =>
  all.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100;

/**
 * What the order cost when it was placed, and what was paid, refunded and is still due by now: a move to another course
 * changes what the student pays, but not the order's total.
 */
function Amounts({ order }: { order: StaffOrder }) {
  const { state, total, discount, attempts, refunds, dues } = order;
  const payments = attempts.flatMap((attempt) => attempt.payments.filter(({ outcome }) => outcome === 'approved'));
  const [paid, refunded, due] = [sumOf(payments), sumOf(refunds), sumOf(dues)];
  const isChanged = state === 'completed' && (due > 0 || paid > total);
  return (
    <>
      {discount > 0 ? <Fact name="Discount">{formatTotal(discount)}</Fact> : null}
      <Fact name={isChanged ? 'Total at booking' : 'Total'}>{formatTotal(total)}</Fact>
      {paid > 0 ? <Fact name="Paid">{formatTotal(paid)}</Fact> : null}
      {refunded > 0 ? <Fact name="Refunds">{formatTotal(refunded)}</Fact> : null}
      {due > 0 ? <Fact name="Amount due">{formatTotal(due)}</Fact> : null}
    </>
  );
}

type Opened = { what: 'cancel' } | { what: 'transfer'; courseId: number } | { what: 'due'; changeId: number };

function Content({ order }: { order: StaffOrder }) {
  const { role } = orderRoute.useRouteContext().staff;
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const { order_id: id, student, state, lines, dues } = order;
  const isCancelled = lines.every(({ cancelled_at }) => cancelled_at);
  const isBooked = state === 'completed' && !isCancelled;
  const mayCancel = isBooked && (mayDo(role, 'orders.manage') || mayDo(role, 'refunds.manage'));
  const mayChange = isBooked && mayDo(role, 'orders.manage');
  const open =
    opened?.what === 'transfer'
      ? lines.find((line) => line.courses.some((one) => one.course_id === opened.courseId))
      : null;
  const due = opened?.what === 'due' ? dues.find(({ change_id }) => change_id === opened.changeId) : null;
  return (
    <Stack gap="md">
      {dues.map(({ change_id, amount, text }) => (
        <Notice key={change_id} title={`${formatTotal(amount)} are due at the office for ${text}.`}>
          {mayDo(role, 'sales.manage') ? (
            <Button variant="outline" onClick={() => setOpened({ what: 'due', changeId: change_id })}>
              Record payment
            </Button>
          ) : null}
        </Notice>
      ))}
      <Section title="Order">
        <Facts>
          <Fact name="State">{orderStateText(state, { isCancelled, isDue: dues.length > 0 })}</Fact>
          <Fact name="Student">
            <Anchor
              underline="always"
              renderRoot={(props) => <Link to="/staff/students/$id" params={{ id: student.id }} {...props} />}
            >
              {student.name}
            </Anchor>
          </Fact>
          <Fact name="Contacts">{[student.email, student.mobile].filter(Boolean).join(' · ') || 'none'}</Fact>
          <Fact name="Ordered">{formatInstant(order.created_at)}</Fact>
          <Amounts order={order} />
          <Fact name="Receipt">
            {order.receipt_number ? (
              <ReceiptLink href={`/api/staff/orders/${id}/receipt.pdf`} number={order.receipt_number} />
            ) : (
              'none'
            )}
          </Fact>
          {order.due_receipts.map(({ receipt_number, amount }) => (
            <Fact key={receipt_number} name="Receipt of the difference">
              <ReceiptLink
                href={`/api/staff/orders/${id}/receipt.pdf?number=${receipt_number}`}
                number={receipt_number}
              />
              , {formatTotal(amount)}
            </Fact>
          ))}
        </Facts>
      </Section>
      <Bookings
        order={order}
        mayChange={mayChange}
        maySeeBatches={mayDo(role, 'batches.read')}
        onCancel={mayCancel ? () => setOpened({ what: 'cancel' }) : null}
        onTransfer={(courseId) => setOpened({ what: 'transfer', courseId })}
      />
      <Payments order={order} mayRecheck={state !== 'completed' && mayDo(role, 'payments.recheck')} />
      <History order={order} mayResend={mayDo(role, 'orders.manage') && student.email !== null} />
      {opened?.what === 'cancel' ? <CancelDialog id={id} role={role} onClose={close} /> : null}
      {open && opened?.what === 'transfer' ? (
        <TransferDialog id={id} studentId={order.student.id} line={open} courseId={opened.courseId} onClose={close} />
      ) : null}
      {due ? <DueDialog id={id} due={due} onClose={close} /> : null}
    </Stack>
  );
}

/** One order: booked courses, payments, refunds and history. */
export function OrderPage() {
  const { id } = orderRoute.useParams();
  const { data: order, error, isFetching, refetch } = useQuery(orderQueries.one(id));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <StaffPage
      title={`Order ${id}`}
      actions={
        <>
          <Anchor underline="always" renderRoot={(props) => <Link to="/staff/orders" {...props} />}>
            All orders
          </Anchor>
          {order ? (
            <Button variant="outline" onClick={() => window.print()}>
              Print
            </Button>
          ) : null}
        </>
      }
    >
      {order ? <Content order={order} /> : null}
      {isUnknown ? <Notice title="There is no such order." /> : null}
      {error && !order && !isUnknown ? (
        <ErrorState message="The order could not be loaded." onRetry={refetch} isRetrying={isFetching} />
      ) : null}
      {!order && !error ? <Skeleton height="16rem" role="status" aria-label="The order is loading" /> : null}
    </StaffPage>
  );
}
