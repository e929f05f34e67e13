import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { type ListedOrder, listedStates } from '../../../contract/staff/orders.ts';
import { mayDo } from '../../../contract/staff/permissions.ts';
import { formatInstant, formatTotal } from '../../lib/format/format.ts';
import { StaffPage } from '../frame/staff-page.tsx';
import { ListStates } from '../lists/list-states.tsx';
import lists from '../lists/lists.module.css';
import { orderStateNames, orderStateText } from '../lists/order-state-text.ts';
import { useListKeys } from '../lists/page-keys.ts';
import { SearchField } from '../lists/search-field.tsx';
import { type OrderFilter, orderQueries } from './order.queries.ts';
import { ordersRoute } from './orders-feature.ts';

// Without memo, 'Show more' below a thousand rows would render all of them again.
const Row = memo(function Row({ order }: { order: ListedOrder }) {
  const { order_id, student, items, cancelled, in_cancelled_batch, due, state } = order;
  const isCancelled = cancelled > 0 && cancelled === items.length;
  return (
    <Link to="/staff/orders/$id" params={{ id: order_id }} className={lists.row} data-row>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="anywhere">
          {order_id} · {student.name}
        </Text>
        <Group gap="xs">
          {cancelled > 0 && !isCancelled ? (
            <Badge color="red" variant="light">
              {cancelled} of {items.length} cancelled
            </Badge>
          ) : null}
          {in_cancelled_batch > 0 ? (
            <Badge color="red" variant="light">
              Batch cancelled
            </Badge>
          ) : null}
          {due > 0 ? (
            <Badge color="orange" variant="light">
              {formatTotal(due)} due
            </Badge>
          ) : null}
          <Badge variant="light" {...(isCancelled ? { color: 'red' } : {})}>
            {orderStateText(state, { isCancelled, isDue: due > 0 })}
          </Badge>
        </Group>
      </Group>
      <Text size="sm" className="anywhere">
        {items.join(', ')}
      </Text>
      <Text size="sm" c="dimmed">
        {formatInstant(order.created_at)} · {formatTotal(order.total)}
        {order.receipt_number ? ` · ${order.receipt_number}` : ''}
      </Text>
    </Link>
  );
});

const stateOptions = [
  { value: '', label: 'All states' },
  ...listedStates.map((value) => ({ value, label: orderStateNames[value] })),
  { value: 'due', label: 'With an amount due' },
  { value: 'settle', label: 'To be settled by the office' },
];

/** All orders, with a search by order, receipt or payment number, or by student. */
export function OrdersPage() {
  const { q = '', state, due, settle } = ordersRoute.useSearch();
  const { staff } = ordersRoute.useRouteContext();
  const navigate = useNavigate();
  const list = useInfiniteQuery(orderQueries.list({ q, state, due, settle }));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const show = (filter: OrderFilter) =>
    navigate({ to: '/staff/orders', search: { q: q || undefined, state, due, settle, ...filter }, replace: true });
  useListKeys();
  return (
    <StaffPage
      title="Orders"
      actions={
        mayDo(staff.role, 'sales.manage') ? (
          <Button renderRoot={(props) => <Link to="/staff/orders/new" {...props} />}>Sell at the office</Button>
        ) : null
      }
    >
      <Group gap="sm">
        <SearchField
          label="Order, receipt or payment number, or student"
          initial={q}
          onSearch={(text) => show({ q: text || undefined })}
        />
        <NativeSelect
          aria-label="State"
          data={stateOptions}
          value={due ? 'due' : settle ? 'settle' : (state ?? '')}
          onChange={({ currentTarget: { value } }) =>
            show({
              state: listedStates.find((one) => one === value),
              due: value === 'due' ? 'open' : undefined,
              settle: value === 'settle' ? 'office' : undefined,
            })
          }
        />
      </Group>
      <ListStates
        query={{ ...list, rows }}
        what="orders"
        empty={
          q
            ? { title: 'No order matches', text: 'Type a complete number, or the start of a name.' }
            : state || due || settle
              ? { title: 'No order is in this state', text: 'Choose another state to see other orders.' }
              : { title: 'No orders yet', text: 'Orders appear here when students order or the office sells.' }
        }
      >
        {(found) => (
          <Stack component="ul" gap={0} className={lists.list}>
            {found.map((order) => (
              <li key={order.order_id}>
                <Row order={order} />
              </li>
            ))}
          </Stack>
        )}
      </ListStates>
    </StaffPage>
  );
}
