import { Anchor, Badge, Button, Group, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { StaffPendingPayment, StaffRefund } from '../../../contract/staff/order-money.ts';
import { refundStates } from '../../../contract/staff/orders.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatInstant, formatTotal } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { paymentText, refundStateNames } from '../orders/order-texts.ts';
import { ExportsPanel } from './exports-panel.tsx';
import { moneyQueries } from './money.queries.ts';
import { moneyRoute, moneyTabs } from './money-feature.ts';
import { RetryDialog, SettleDialog } from './refund-dialog.tsx';
import { RefundPolicyPanel } from './refund-policy-panel.tsx';

function OrderLink({ id }: { id: string }) {
  return (
    <Anchor underline="always" renderRoot={(props) => <Link to="/staff/orders/$id" params={{ id }} {...props} />}>
      {id}
    </Anchor>
  );
}

type Opened = { what: 'retry' | 'settle'; refund: StaffRefund };

function RefundRow({ refund, onOpen }: { refund: StaffRefund; onOpen: ((opened: Opened) => void) | null }) {
  const { state, student, is_by_hand, is_of_former_provider, provider } = refund;
  return (
    <Stack gap={4} className={lists.row}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {formatTotal(refund.amount)} to {student.name}
        </Text>
        <Badge color={state === 'failed' ? 'red' : undefined} variant="light">
          {refundStateNames[state]}
        </Badge>
      </Group>
      <Text size="sm" className="anywhere" maw="none">
        Order <OrderLink id={refund.order_id} />, {refund.reason}
        {student.contact ? `, ${student.contact}` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        Since {formatInstant(refund.created_at)}, for a payment {paymentText(refund)}
        {refund.reference ? `, ${refund.reference}` : ''}
      </Text>
      {is_by_hand && is_of_former_provider ? (
        <Text size="sm" maw="none">
          To be paid by hand: this site no longer uses {provider} and sends it no refunds. First check at {provider}{' '}
          whether it has paid refund {refund.refund_id} already.
        </Text>
      ) : null}
      {onOpen && is_by_hand ? (
        <Group gap="xs">
          {state === 'failed' && provider !== 'office' && !is_of_former_provider ? (
            <Button size="compact-sm" variant="outline" onClick={() => onOpen({ what: 'retry', refund })}>
              Request again
            </Button>
          ) : null}
          <Button size="compact-sm" variant="outline" onClick={() => onOpen({ what: 'settle', refund })}>
            Record as paid by hand
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

const stateOptions = [
  { value: '', label: 'Not paid back yet' },
  ...refundStates.map((value) => ({ value, label: refundStateNames[value] })),
];

function Refunds() {
  const { staff } = moneyRoute.useRouteContext();
  const [state, setState] = useState<(typeof refundStates)[number] | undefined>();
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useInfiniteQuery(moneyQueries.refunds(state));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const close = () => setOpened(null);
  return (
    <Stack gap="sm">
      <NativeSelect
        aria-label="State"
        maw={320}
        data={stateOptions}
        value={state ?? ''}
        onChange={({ currentTarget }) => setState(refundStates.find((one) => one === currentTarget.value))}
      />
      <ListStates
        query={{ ...list, rows }}
        what="refunds"
        empty={{
          title: 'No refunds here',
          text: 'The payment provider pays refunds automatically. Failed refunds appear here.',
        }}
      >
        {(found) => (
          <Stack component="ul" gap={0} className={lists.list}>
            {found.map((refund) => (
              <li key={refund.refund_id}>
                <RefundRow refund={refund} onOpen={mayDo(staff.role, 'refunds.manage') ? setOpened : null} />
              </li>
            ))}
          </Stack>
        )}
      </ListStates>
      {opened?.what === 'retry' ? <RetryDialog refund={opened.refund} onClose={close} /> : null}
      {opened?.what === 'settle' ? <SettleDialog refund={opened.refund} onClose={close} /> : null}
    </Stack>
  );
}

function PendingRow({ payment }: { payment: StaffPendingPayment }) {
  const { order_id, student, amount, created_at, next_check_at, is_pending } = payment;
  return (
    <Stack gap={4} className={lists.row}>
      <Text className="anywhere" maw="none">
        <OrderLink id={order_id} />, {student.name}, {formatTotal(amount)}
      </Text>
      <Text size="sm" c="dimmed">
        Begun {formatInstant(created_at)}, {is_pending ? 'the bank has not decided yet' : 'not paid yet'}
        {next_check_at ? `, next check ${formatInstant(next_check_at)}` : ''}
      </Text>
    </Stack>
  );
}

function Pending() {
  const list = useQuery(moneyQueries.pending);
  const none = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };
  return (
    <ListStates
      query={{ ...list, ...none, rows: list.data }}
      what="payments"
      empty={{ title: 'No payment is pending', text: 'Payments whose result is not known yet appear here.' }}
    >
      {(found) => (
        <Stack component="ul" gap={0} className={lists.list}>
          {found.map((payment) => (
            <li key={payment.attempt_id}>
              <PendingRow payment={payment} />
            </li>
          ))}
        </Stack>
      )}
    </ListStates>
  );
}

/** Refunds that are due, payments that are pending, the refund policy, and files for the accountant. */
export function MoneyPage() {
  const { tab = 'refunds' } = moneyRoute.useSearch();
  const { staff } = moneyRoute.useRouteContext();
  const navigate = useNavigate();
  const show = (value: string | null) =>
    navigate({ to: '/staff/money', search: { tab: moneyTabs.find((one) => one === value) }, replace: true });
  const mayExport = mayDo(staff.role, 'exports.read');
  return (
    <StaffPage title="Refunds and payments">
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="refunds">Refunds</Tabs.Tab>
          <Tabs.Tab value="pending">Payments pending</Tabs.Tab>
          <Tabs.Tab value="policy">Refund policy</Tabs.Tab>
          {mayExport ? <Tabs.Tab value="exports">Exports</Tabs.Tab> : null}
        </Tabs.List>
        <Tabs.Panel value="refunds">
          <Refunds />
        </Tabs.Panel>
        <Tabs.Panel value="pending">
          <Pending />
        </Tabs.Panel>
        <Tabs.Panel value="policy">
          <RefundPolicyPanel />
        </Tabs.Panel>
        {mayExport ? (
          <Tabs.Panel value="exports">
            <ExportsPanel />
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </StaffPage>
  );
}
