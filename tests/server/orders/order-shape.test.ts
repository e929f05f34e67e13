import { expect, it } from 'vitest';
import type { OrderState } from '../../../contract/orders.ts';
import { paymentStatus, type StoredOrder, toOrder } from '../../../server/orders/order-shape.ts';

const course = (id: number, batch_start_date: string, batch_end_date: string) => ({
  ...{ id, name: `Course ${id}`, batch_start_date, batch_end_date },
});
const fire = course(101, '2026-04-01', '2026-04-03');
const radar = course(401, '2026-04-02', '2026-04-04');
const line = { id: 1, offer_id: 801, name: 'Sea Start', price_paise: 1_350_000, is_cancelled: false };
const order: StoredOrder = {
  ...{ order_id: 'LF-2026-000123', order_date: new Date('2026-03-10T06:30:00Z'), state: 'completed' },
  ...{ total_paise: 1_350_001, receipt_number: 'LFR-2026-000045', is_payment_pending: false, held_until: null },
  ...{ confirmation_email: null, items: [{ ...line, type: 'package', courses: [fire, radar] }] },
};
const itemOf = (stored: StoredOrder, today: string) => toOrder(stored, today).items[0];

it.each([
  ['2026-03-31', 'Not Started', ['Not Started', 'Not Started']],
  ['2026-04-01', 'In Progress', ['In Progress', 'Not Started']],
  ['2026-04-03', 'In Progress', ['In Progress', 'In Progress']],
  ['2026-04-04', 'In Progress', ['Completed', 'In Progress']],
  ['2026-04-05', 'Completed', ['Completed', 'Completed']],
])(
  'on %s, the status of a package booked for 1 to 4 April 2026 is %s, and the statuses of its courses are %j',
  (today, status, ofCourses) => {
    const item = itemOf(order, today);
    expect(item).toMatchObject({ status, price: 13_500, batch_start_date: null, batch_end_date: null });
    expect(item?.courses?.map((one) => one.status)).toEqual(ofCourses);
  },
);

it.each([
  ['2026-03-31', 'Not Started'],
  ['2026-04-01', 'In Progress'],
  ['2026-04-03', 'In Progress'],
  ['2026-04-04', 'Completed'],
])('on %s, the status of a course booked for 1 to 3 April 2026 is %s', (today, status) => {
  const items = [{ ...line, type: 'course' as const, courses: [fire] }];
  const item = itemOf({ ...order, items }, today);
  expect(item).toMatchObject({ status, batch_start_date: '2026-04-01', batch_end_date: '2026-04-03' });
  expect(item).not.toHaveProperty('courses');
});

it.each<[OrderState, string, string]>([
  ['awaiting_payment', 'PROCESSING', 'Not Started'],
  ['completed', 'APPROVED', 'Not Started'],
  ['refund_due', 'APPROVED', 'Cancelled'],
  ['refunded', 'APPROVED', 'Cancelled'],
  ['declined', 'DECLINED', 'Cancelled'],
  ['expired', 'DECLINED', 'Cancelled'],
  ['replaced', 'DECLINED', 'Cancelled'],
])(
  'an order in the state %s has the payment status %s, and its courses are %s before they begin',
  (state, payment, status) => {
    expect(paymentStatus({ state, is_payment_pending: false })).toBe(payment);
    const shown = toOrder({ ...order, state }, '2026-03-10');
    expect(shown).toMatchObject({ state, final_payment_status: payment, total: 13_500.01, items: [{ status }] });
  },
);

it('a declined order with a pending payment is shown with the payment status PROCESSING', () => {
  const shown = toOrder({ ...order, state: 'declined', is_payment_pending: true }, '2026-03-10');
  expect(shown).toMatchObject({ final_payment_status: 'PROCESSING', items: [{ status: 'Not Started' }] });
});

const daysOfBatches = ['2026-03-31', '2026-04-02', '2026-04-05'];

it.each(['refund_due', 'refunded', 'declined', 'expired', 'replaced'] as const)(
  'the courses of an order in the state %s have the status Cancelled before, during and after their batches',
  (state) => {
    for (const today of daysOfBatches) {
      const item = itemOf({ ...order, state }, today);
      expect(item?.status, today).toBe('Cancelled');
      expect(item?.courses?.map(({ status }) => status)).toEqual(['Cancelled', 'Cancelled']);
    }
  },
);

it('a cancelled course of a completed order has the status Cancelled before, during and after its batch', () => {
  const items = [{ ...line, is_cancelled: true, type: 'course' as const, courses: [fire] }];
  for (const today of daysOfBatches)
    expect(itemOf({ ...order, items }, today), today).toMatchObject({ status: 'Cancelled' });
});

it('an order in an API response has the end of its seat hold, its later receipts and the masked address of its confirmation email', () => {
  const plain = toOrder(order, '2026-03-10');
  for (const absent of ['held_until', 'due_receipts', 'confirmation_email']) expect(plain).not.toHaveProperty(absent);
  const full = {
    ...{ held_until: new Date('2026-03-10T07:00:00Z'), due_receipts: ['LFR-2026-000046'] },
    confirmation_email: { to: 'asha@example.com', state: 'dead' as const },
  };
  expect(toOrder({ ...order, ...full }, '2026-03-10')).toMatchObject({
    ...{ held_until: '2026-03-10T07:00:00.000Z', due_receipts: ['LFR-2026-000046'] },
    confirmation_email: { to: 'a****a@example.com', state: 'failed' },
  });
  const sent = { confirmation_email: { to: 'asha@example.com', state: 'sent' as const } };
  expect(toOrder({ ...order, ...sent }, '2026-03-10').confirmation_email?.state).toBe('sent');
});
