import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../contract/orders.ts';
import { orderQueries } from '../../../../src/student/orders/order.queries.ts';
import { viewOf } from '../../../../src/student/orders/order-views.ts';
import { OrdersTab } from '../../../../src/student/orders/orders-tab.tsx';
import { type Answered, answeringApi, refusal } from '../../../support/answers.ts';
import { renderInPage } from '../../../support/in-page.tsx';
import { order, studentId, update } from '../../checkout/orders.ts';

const listed = (...orders: Order[]): Answered => ({ body: { statusCode: 200, data: orders } });
const updated = (change: Partial<Order>): Answered => ({ body: { statusCode: 200, data: update(change) } });

const item = (change: Partial<Order['items'][number]> = {}): Order['items'][number] => ({
  id: 9,
  offer_id: 401,
  name: 'Radar',
  type: 'course',
  price: 5000,
  batch_start_date: '2026-12-01',
  batch_end_date: '2026-12-03',
  status: 'Completed',
  ...change,
});
const pending = order({ final_payment_status: 'PROCESSING', state: 'awaiting_payment', receipt_number: null });
const finished = order({ order_id: 'LF-2026-000099', items: [item()] });

type Options = { orders: Answered | (() => Answered); view?: string; recheck?: Answered | (() => Answered) };

async function open({ orders, view, recheck = updated({}) }: Options) {
  const { api, sent } = answeringApi({ 'GET /api/users/student/orders': orders, 'GET /api/orders/update': recheck });
  const drawn = await renderInPage(<OrdersTab studentId={studentId} phone={null} view={view} />, { api });
  const rechecks = () => sent.filter(({ url }) => url.startsWith('/api/orders/update'));
  return { ...drawn, rechecks, person: userEvent.setup({ delay: null }) };
}

const listOf = async (name: string) => within(await screen.findByRole('list', { name }));

describe('the tabs of My Orders', () => {
  const approved = order({ order_id: 'LF-2026-000001' });
  const half = order({ order_id: 'LF-2026-000002', items: [item(), item({ id: 10, status: 'In Progress' })] });
  const declined = order({ order_id: 'LF-2026-000003', final_payment_status: 'DECLINED', state: 'declined' });
  const cancelled = [item({ status: 'Cancelled' })];
  const owed = order({ order_id: 'LF-2026-000004', state: 'refund_due', items: cancelled });
  const paidBack = order({ order_id: 'LF-2026-000005', state: 'refunded', items: cancelled });
  const all = listed(approved, half, declined, owed, paidBack, finished);

  it.each([
    ['Active Orders', undefined, ['LF-2026-000001', 'LF-2026-000002', 'LF-2026-000004']],
    ['Order History', 'history', ['LF-2026-000003', 'LF-2026-000005', 'LF-2026-000099']],
  ])('the tab “%s” of My Orders lists exactly the orders with a matching status', async (name, view, ids) => {
    await open({ orders: all, ...(view ? { view } : {}) });
    const titles = (await listOf(name)).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(ids);
    expect(screen.getByRole('tab', { name, selected: true })).toBeTruthy();
  });
});

describe('an order of the list', () => {
  it.each([
    ['Paid', order(), undefined],
    ['Failed', order({ final_payment_status: 'DECLINED', state: 'declined' }), 'history'],
    ['Pending Payment', pending, 'history'],
  ] as const)('an order in My Orders shows the status of its payment: %s', async (label, one, view) => {
    await open({ orders: listed(one), ...(view ? { view } : {}) });
    expect(await screen.findByText(label)).toBeTruthy();
  });

  it.each(['Not Started', 'In Progress', 'Completed', 'Cancelled'] as const)(
    'an order in My Orders shows the course status “%s”',
    async (status) => {
      await open({ orders: listed(order({ items: [item({ status: 'In Progress' }), item({ id: 10, status })] })) });
      expect((await screen.findAllByText(status)).length).toBeGreaterThan(0);
    },
  );

  it('an order of a package in My Orders shows the dates of the courses and a link to book the package again', async () => {
    const course = { id: 7, name: 'Fire Fighting', batch_start_date: '2026-12-05', batch_end_date: '2026-12-06' };
    const bundle = item({ type: 'package', name: 'Sea Start', batch_start_date: null, batch_end_date: null });
    await open({
      orders: listed(
        order({ items: [{ ...bundle, status: 'Not Started', courses: [{ ...course, status: 'Not Started' }] }] }),
      ),
    });
    const again = await screen.findByRole('link', { name: /^Book again Sea Start/ });
    expect(again.getAttribute('href')).toBe('/course-booking?package=401');
    const courses = await listOf('Courses in Sea Start');
    expect(courses.getByText('5 Dec 2026 – 6 Dec 2026')).toBeTruthy();
  });

  it('an order in My Orders links to its receipt and to the receipt of a price difference that was paid later', async () => {
    await open({ orders: listed(order({ due_receipts: ['LFR-2026-000046'] })) });
    const due = await screen.findByRole('link', { name: 'Receipt of the price difference LFR-2026-000046' });
    expect(due.getAttribute('href')).toBe('/course-booking/receipt/LF-2026-000123?number=LFR-2026-000046');
    expect(screen.getByRole('link', { name: /^View receipt/ }).getAttribute('href')).toBe(
      '/course-booking/receipt/LF-2026-000123',
    );
  });

  it('an order in My Orders links to its confirmation, its receipt and the page to book the same course again', async () => {
    await open({ orders: listed(order({ items: [item({ status: 'Not Started' })] })) });
    const hrefOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    await screen.findByText('LF-2026-000123');
    expect(hrefOf(/^View confirmation/)).toBe('/course-booking/checkout/confirmation/LF-2026-000123-1');
    expect(hrefOf(/^View receipt/)).toBe('/course-booking/receipt/LF-2026-000123');
    expect(hrefOf(/^Book again Radar/)).toBe('/course-booking?course=401');
    expect(hrefOf(/^Book New Course \/ Package$/)).toBe('/course-booking');
  });

  it.each([
    ['Paid', order({ items: [item({ status: 'Cancelled' }), item({ id: 10, status: 'Not Started' })] })],
    ['PaidCancelled', order({ items: [item({ status: 'Cancelled' })] })],
    ['PaidRefunded', order({ state: 'refunded', items: [item({ status: 'Cancelled' })] })],
    ['PaidRefund due', order({ state: 'refund_due', items: [item({ status: 'Cancelled' })] })],
    ['Failed', order({ final_payment_status: 'DECLINED', state: 'declined', items: [item({ status: 'Cancelled' })] })],
  ])('the closed entry of an order in My Orders shows payment and outcome: %s', async (labels, one) => {
    const { findByRole } = await open({ orders: listed({ ...one, order_id: 'LF-2026-000123' }), view: viewOf(one) });
    const title = await findByRole('heading', { level: 3, name: 'LF-2026-000123' });
    expect(title.parentElement?.textContent).toBe(`LF-2026-000123${labels}`);
  });

  it('a cancelled order in My Orders says so, leads to Payments for the refund and has no link to its confirmation', async () => {
    await open({ orders: listed(order({ items: [item({ status: 'Cancelled' })] })), view: 'history' });
    expect(await screen.findByText('This booking was cancelled')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toBe('/profile?tab=payments');
    expect(screen.queryByRole('link', { name: /View confirmation/ })).toBeNull();
  });

  it('an order in My Orders with a pending refund shows “Refund due” and no link to its confirmation', async () => {
    await open({ orders: listed(order({ state: 'refund_due' })) });
    expect(await screen.findAllByText('Refund due')).toHaveLength(2);
    expect(screen.getByText(/The amount will be refunded/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /View confirmation/ })).toBeNull();
  });

  it('My Orders says of a refunded order that the payment arrived but the seats could not be booked, and that the amount was refunded', async () => {
    const items = [item({ status: 'Cancelled' })];
    await open({ orders: listed(order({ state: 'refunded', items })), view: 'history' });
    expect(await screen.findAllByText('Refunded')).toHaveLength(2);
    const text = 'We received your payment, but could not book your seats. The amount was refunded';
    expect(screen.getByText(new RegExp(text))).toBeTruthy();
  });
});

describe('a pending payment', () => {
  it.each([undefined, 'history'])(
    'an order with a pending payment is shown in both tabs of My Orders (view parameter of the URL: %s)',
    async (view) => {
      await open({ orders: listed(pending, finished), ...(view ? { view } : {}) });
      expect(await screen.findByText('Payment Pending')).toBeTruthy();
      expect(screen.getAllByRole('button', { name: /Recheck Payment/ })).toHaveLength(1);
    },
  );

  it('a double tap on “Recheck Payment” in My Orders sends only one request', async () => {
    let isPaid = false;
    const recheck = () => {
      isPaid = true;
      return updated({});
    };
    const { rechecks } = await open({ orders: () => listed(isPaid ? order() : pending), recheck });
    const button = await screen.findByRole('button', { name: /Recheck Payment/ });
    // Tap twice before React renders the result of the first tap.
    act(() => {
      button.focus();
      button.click();
      button.click();
    });
    expect(await screen.findByText('LF-2026-000123 is paid')).toBeTruthy();
    expect(rechecks()).toHaveLength(1);
    expect(rechecks()[0]?.url).toContain(`attempt_id=LF-2026-000123-1&user_id=${studentId}`);
    await waitFor(() => expect(screen.queryByText('Payment Pending')).toBeNull());
    expect(await screen.findByText('Paid')).toBeTruthy();
    expect(screen.getByRole('status', { name: '' })).toBe(document.activeElement);
  });

  it.each([
    [
      'the payment is still pending',
      updated({ final_payment_status: 'PROCESSING', state: 'awaiting_payment' }),
      /still pending/,
    ],
    [
      'the order was declined, but a later payment of it is pending',
      updated({ final_payment_status: 'PROCESSING', state: 'declined', is_payment_pending: true }),
      /still pending/,
    ],
    ['the payment was declined', updated({ final_payment_status: 'DECLINED', state: 'declined' }), /was not paid/],
    [
      'the payment arrived too late and a refund is due',
      updated({ state: 'refund_due' }),
      /is paid, but we could not book your seats/,
    ],
    [
      'the payment provider does not respond',
      refusal(503, 'PROVIDER_UNAVAILABLE'),
      /payment provider is not responding/,
    ],
    ['the rate limit is exceeded', refusal(429, 'RATE_LIMITED'), /wait a minute/],
    ['our server does not respond', 'no answer' as const, /Our server did not respond. Do not pay again/],
  ])('“Recheck Payment” in My Orders shows a message when %s', async (_, recheck, text) => {
    const { person } = await open({ orders: listed(pending), recheck });
    await person.click(await screen.findByRole('button', { name: /Recheck Payment/ }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('the button “Recheck Payment” in My Orders can be pressed again after an error response', async () => {
    const { person, rechecks } = await open({ orders: listed(pending), recheck: refusal(503, 'PROVIDER_UNAVAILABLE') });
    for (const times of [1, 2]) {
      await person.click(await screen.findByRole('button', { name: /^Recheck Payment/ }));
      await waitFor(() => expect(rechecks()).toHaveLength(times));
      await screen.findByText(/payment provider is not responding/);
    }
  });
});

describe('an empty or missing list of orders', () => {
  it.each([
    [undefined, 'No active orders'],
    ['history', 'No order history yet'],
  ])(
    'when the view parameter of the URL is %s and there are no orders, My Orders shows the text: %s',
    async (view, text) => {
      await open({ orders: listed(), ...(view ? { view } : {}) });
      expect(await screen.findByText(text)).toBeTruthy();
    },
  );

  it('My Orders shows an error and a retry button when the orders could not be loaded', async () => {
    let isBack = false;
    const { person } = await open({ orders: () => (isBack ? listed(order()) : refusal(403, 'FORBIDDEN')) });
    await screen.findByText('Your orders could not be loaded.');
    isBack = true;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('LF-2026-000123')).toBeTruthy();
  });

  it('the query for a student’s orders is marked for storage on the device', () => {
    expect(orderQueries.list(studentId).meta).toEqual({ persist: 'student' });
  });
});
