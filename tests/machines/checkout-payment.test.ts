import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderUpdate, quote } from '../../lab/alphabets/samples.ts';
import { CheckPostponedError } from '../../machines/checkout.context.ts';
import { accept, approved, atReview, attemptId, noResponse, place, start, unpaid, world } from './checkout-world.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('a stored checkout snapshot contains no payment session, and the restored checkout offers to open the payment page', async () => {
  const first = start(atReview);
  first.actor.send(accept);
  first.actor.send(place);
  await settled();
  const stored = JSON.stringify(first.actor.getPersistedSnapshot());
  expect(stored).not.toContain('session');
  const outside = world();
  outside.open.mockImplementation(noResponse);
  const { actor, state } = start(atReview, outside, JSON.parse(stored));
  await settled();
  expect(state().value).toEqual({ review: 'paymentNotOpened' });
  actor.send({ type: 'payment.open', isHoldOver: false });
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
});

it('once the seats of an order are no longer held, checkout checks the payment instead of opening the payment page again', async () => {
  const outside = world();
  outside.open.mockImplementation(noResponse);
  outside.payment.mockResolvedValue(orderUpdate('expired', 'DECLINED'));
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().value).toEqual({ review: 'paymentNotOpened' });
  actor.send({ type: 'payment.open', isHoldOver: false });
  await settled();
  expect(outside.order).toHaveBeenCalledTimes(2);
  actor.send({ type: 'payment.open', isHoldOver: true });
  await settled();
  expect(outside.order).toHaveBeenCalledTimes(2);
  expect(outside.payment).toHaveBeenCalledExactlyOnceWith(attemptId);
  expect(state().value).toEqual({ payment: 'declined' });
  actor.send({ type: 'payment.again' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context).toMatchObject({ key: null, orderId: null, attemptId: null });
});

it('an order with nothing to pay is confirmed without a payment page', async () => {
  const outside = world();
  outside.order.mockResolvedValue({ kind: 'completed', orderId: 'LF-2026-000123', attemptId });
  outside.payment.mockResolvedValue(approved);
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(outside.open).not.toHaveBeenCalled();
  expect(state().value).toBe('confirmed');
});

it('when an earlier order has a pending payment, checkout shows that payment and opens no payment page for the new order', async () => {
  const outside = world();
  outside.order.mockResolvedValue({ kind: 'pending', orderId: 'LF-2026-000122', attemptId: 'LF-2026-000122-1' });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(outside.payment).toHaveBeenCalledExactlyOnceWith('LF-2026-000122-1');
  expect(outside.open).not.toHaveBeenCalled();
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
  expect(state().can({ type: 'payment.again' })).toBe(false);
});

it('a student whose payment was never started can go back to the review page of checkout', async () => {
  const outside = world();
  outside.payment.mockResolvedValue(unpaid);
  const { actor, state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentNotSeen' } });
  actor.send({ type: 'payment.again' });
  expect(state().value).toEqual({ review: 'reviewing' });
});

it('a pending payment is checked every 5 seconds while online, and whenever the student asks for a check', async () => {
  const { actor, outside, state } = start({ screen: 'returning', isOnline: true, attemptId });
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
  vi.advanceTimersByTime(4999);
  expect(outside.payment).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(outside.payment).toHaveBeenCalledTimes(2);
  await settled();
  actor.send({ type: 'payment.recheck' });
  await settled();
  expect(outside.payment).toHaveBeenCalledTimes(3);
  actor.send({ type: 'connection.change', isOnline: false });
  vi.advanceTimersByTime(60_000);
  expect(outside.payment).toHaveBeenCalledTimes(3);
  outside.payment.mockResolvedValue(approved);
  actor.send({ type: 'connection.change', isOnline: true });
  vi.advanceTimersByTime(1000);
  await settled();
  expect(state().value).toBe('confirmed');
});

it('when the server postpones the check of a payment, checkout checks again at the time that the server gave, or when the student asks', async () => {
  const outside = world();
  outside.payment.mockImplementation(() => Promise.reject(new CheckPostponedError(Date.now() + 20_000)));
  const { actor, state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentUnanswered' } });
  vi.advanceTimersByTime(19_999);
  expect(outside.payment).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(outside.payment).toHaveBeenCalledTimes(2);
  await settled();
  actor.send({ type: 'payment.recheck' });
  expect(outside.payment).toHaveBeenCalledTimes(3);
});

it.each([
  ['refund_due', 'APPROVED', 'refundDue'],
  ['refunded', 'APPROVED', 'refundDue'],
  ['completed', 'APPROVED', 'confirmed'],
  ['awaiting_payment', 'DECLINED', { payment: 'declined' }],
  ['declined', 'PROCESSING', { payment: 'declined' }],
  ['expired', 'PROCESSING', { payment: 'declined' }],
  ['replaced', 'PROCESSING', { payment: 'declined' }],
] as const)(
  'when the check of a payment returns an order that is %s with a payment that is %s, checkout goes to the state %j',
  async (orderState, status, value) => {
    const outside = world();
    outside.payment.mockResolvedValue(orderUpdate(orderState, status));
    const { state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
    expect(state().tags).toEqual(new Set(['busy', 'critical']));
    expect(state().can({ type: 'checkout.leave' })).toBe(false);
    await settled();
    expect(state().value).toEqual(value);
    expect(state().hasTag('failed')).toBe(typeof value !== 'string');
  },
);

it('checkout shows a pending payment if the order was declined or has expired, but another payment for the order is pending', async () => {
  for (const orderState of ['declined', 'expired'] as const) {
    const outside = world();
    outside.payment.mockResolvedValue(orderUpdate(orderState, 'DECLINED', true));
    const { state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
    await settled();
    expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
  }
});

it('checkout shows an error if the server does not find the student’s payment attempt, and lets the student check the payment again', async () => {
  const outside = world();
  outside.payment.mockResolvedValueOnce(null);
  const { actor, state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ payment: 'paymentUnknown' });
  expect(state().hasTag('failed')).toBe(true);
  actor.send({ type: 'payment.recheck' });
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
});

it('checkout shows that the check of a payment got no response, and checks the payment again after 5 seconds', async () => {
  const outside = world();
  outside.payment.mockImplementation(noResponse);
  const { state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentUnanswered' } });
  expect(state().hasTag('failed')).toBe(true);
  for (const checks of [1, 2]) {
    vi.advanceTimersByTime(4999);
    expect(outside.payment).toHaveBeenCalledTimes(checks);
    vi.advanceTimersByTime(1);
    expect(outside.payment).toHaveBeenCalledTimes(checks + 1);
    await settled();
  }
});

it('if the device’s clock cannot be read while a payment is pending, checkout enters the state paymentUnanswered and can check again', async () => {
  const { actor, outside, state } = start({ screen: 'returning', isOnline: true, attemptId });
  vi.spyOn(Date, 'now').mockImplementation(() => {
    throw new Error('no clock');
  });
  await settled();
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentUnanswered' } });
  vi.restoreAllMocks();
  actor.send({ type: 'payment.recheck' });
  await settled();
  expect(outside.payment).toHaveBeenCalledTimes(2);
  expect(state().value).toEqual({ payment: { awaitingPayment: 'paymentPending' } });
});

it('a student whose payment page did not open can check whether the order was paid', async () => {
  const outside = world();
  outside.open.mockImplementation(noResponse);
  outside.payment.mockResolvedValue(approved);
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().hasTag('failed')).toBe(true);
  actor.send({ type: 'payment.recheck' });
  await settled();
  expect(outside.payment).toHaveBeenCalledExactlyOnceWith(attemptId);
  expect(state().value).toBe('confirmed');
});

it('after a declined payment, the student can go back to the review page and try again', async () => {
  const outside = world();
  outside.payment.mockResolvedValue(orderUpdate('declined', 'DECLINED'));
  const { actor, state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ payment: 'declined' });
  actor.send({ type: 'payment.again' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context.attemptId).toBeNull();
});

it('checkout ends with the result “refund due” when an order is paid but its seats are gone', async () => {
  const outside = world();
  const due = orderUpdate('refund_due', 'APPROVED');
  outside.payment.mockResolvedValue(due);
  const { state } = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().output).toEqual({ kind: 'refundDue', order: due.order });
});
