import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderUpdate, quote } from '../../machines/paths/samples.ts';
import { accept, approved, atReview, attemptId, noAnswer, place, start, unpaid, world } from './checkout-world.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('stores no payment session, and asks when the browser comes back from the payment page by itself', async () => {
  const first = start(atReview);
  first.actor.send(accept);
  first.actor.send(place);
  await settled();
  const stored = JSON.stringify(first.actor.getPersistedSnapshot());
  expect(stored).not.toContain('session');
  const outside = world();
  outside.open.mockImplementation(noAnswer);
  const { actor, state } = start(atReview, outside, JSON.parse(stored));
  await settled();
  expect(state().value).toBe('paymentNotOpened');
  actor.send({ type: 'payment.open' });
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
});

it('needs no payment page where nothing is to be paid', async () => {
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

it('leads to the payment that is pending instead of ordering beside it', async () => {
  const outside = world();
  outside.order.mockResolvedValue({ kind: 'pending', orderId: 'LF-2026-000122', attemptId: 'LF-2026-000122-1' });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(outside.payment).toHaveBeenCalledExactlyOnceWith('LF-2026-000122-1');
  expect(outside.open).not.toHaveBeenCalled();
  await settled();
  expect(state().value).toEqual({ awaitingPayment: 'paymentPending' });
  expect(state().can({ type: 'payment.again' })).toBe(false);
});

it('lets the student go back and pay the same order where no payment was begun', async () => {
  const outside = world();
  outside.payment.mockResolvedValue(unpaid);
  const { actor, state } = start({ at: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toEqual({ awaitingPayment: 'paymentNotSeen' });
  actor.send({ type: 'payment.again' });
  expect(state().value).toBe('reviewing');
});

it('polls a pending payment every 5 s while online, and on the student’s wish', async () => {
  const { actor, outside, state } = start({ at: 'returning', isOnline: true, attemptId });
  await settled();
  expect(state().value).toEqual({ awaitingPayment: 'paymentPending' });
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

it('lets a declined payment be tried again from the review', async () => {
  const outside = world();
  outside.payment.mockResolvedValue(orderUpdate('declined', 'DECLINED'));
  const { actor, state } = start({ at: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().value).toBe('declined');
  actor.send({ type: 'payment.again' });
  expect(state().value).toBe('reviewing');
  expect(state().context.attemptId).toBeNull();
});

it('says that the money goes back where a paid order has no seats', async () => {
  const outside = world();
  const due = orderUpdate('refund_due', 'APPROVED');
  outside.payment.mockResolvedValue(due);
  const { state } = start({ at: 'returning', isOnline: true, attemptId }, outside);
  await settled();
  expect(state().output).toEqual({ kind: 'refundDue', order: due.order });
});
