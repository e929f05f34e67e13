import type {
  CheckoutEvent,
  CheckoutInput,
  LineChange,
  OrderOutcome,
  QuoteChange,
} from '../../machines/checkout.types.ts';
import type { Alphabet } from './paths.ts';
import { answers, failed } from './replay.ts';
import { orderUpdate, quote } from './samples.ts';

const line = { type: 'course', id: 7, name: 'Fire Fighting' } as const;
const days = { start_date: '2026-12-01', end_date: '2026-12-03' };
const soldOut: QuoteChange = {
  kind: 'unavailable',
  ...line,
  courseId: 7,
  courseName: 'Fire Fighting',
  trouble: 'full',
  days,
};
const dearer: QuoteChange = { kind: 'total', was: 12_500, now: 13_000 };
const swap: LineChange = { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 };
const refused = { errorCode: 'BATCH_FULL', message: 'No seats are available for this batch.' };

const checkoutInputs: CheckoutInput[] = [
  { at: 'information', isOnline: true },
  { at: 'information', isOnline: false, quote },
  { at: 'review', isOnline: true },
  { at: 'returning', isOnline: true, attemptId: 'LF-2026-000123-1' },
];
const checkoutEvents: CheckoutEvent[] = [
  { type: 'connection.change', isOnline: true },
  { type: 'connection.change', isOnline: false },
  { type: 'information.open' },
  { type: 'information.retry' },
  { type: 'information.edit' },
  { type: 'information.cancel' },
  { type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' },
  { type: 'information.proceed' },
  { type: 'terms.accept', termsVersion: '2026-01' },
  { type: 'terms.withdraw' },
  { type: 'order.place', key: 'key-order', quote },
  { type: 'order.retry' },
  { type: 'changes.show', quote, changes: [soldOut] },
  { type: 'changes.accept' },
  { type: 'line.change', change: swap, key: 'key-line' },
  { type: 'review.return' },
  { type: 'payment.open' },
  { type: 'payment.recheck' },
  { type: 'payment.again' },
  { type: 'checkout.continue' },
  { type: 'checkout.leave' },
  { type: 'clock.tick', now: 0 },
  { type: 'clock.tick', now: 5000 },
];
const attempt = { orderId: 'LF-2026-000123', attemptId: 'LF-2026-000123-1' };
const orderOutcomes: OrderOutcome[] = [
  { kind: 'opened', ...attempt },
  { kind: 'completed', ...attempt },
  { kind: 'pending', ...attempt },
  { kind: 'changed', changes: [{ kind: 'terms' }] },
  { kind: 'refused', refusal: { code: 'CART_EMPTY', message: null } },
];

export const checkoutAlphabet: Alphabet = {
  inputs: checkoutInputs,
  events: [
    ...checkoutEvents,
    ...answers('loadProfile', [{ missing: [] }, { missing: ['dob'] }]),
    ...answers('saveProfile', [{ kind: 'saved' }, { kind: 'conflict' }]),
    ...answers('compareCart', [{ changes: [dearer] }]),
    ...answers('changeLine', [
      { changes: [dearer], failure: null },
      { changes: [soldOut], failure: refused },
    ]),
    ...answers('createOrder', orderOutcomes),
    ...answers('openPayment', [undefined]),
    ...answers('checkPayment', [
      { update: orderUpdate('completed', 'APPROVED') },
      { update: orderUpdate('refund_due', 'APPROVED') },
      { update: orderUpdate('declined', 'DECLINED') },
      { update: orderUpdate('awaiting_payment', 'PROCESSING', true) },
      { update: orderUpdate('awaiting_payment', 'PROCESSING') },
      { update: null },
    ]),
    failed('clock'),
  ],
};
