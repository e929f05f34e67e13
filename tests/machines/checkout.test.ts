import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { checkoutMachine } from '../../machines/checkout.machine.ts';
import type {
  CheckoutInput,
  OrderOutcome,
  OrderRequest,
  ProfileOutput,
  QuoteChange,
  SaveProfileOutcome,
} from '../../machines/checkout.types.ts';
import { createClock } from '../../machines/clock.ts';
import { orderUpdate, quote } from './samples.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

const attemptId = 'LF-2026-000123-1';
const opened: OrderOutcome = { kind: 'opened', orderId: 'LF-2026-000123', attemptId };
const pending = orderUpdate('awaiting_payment', 'PROCESSING');
const approved = orderUpdate('completed', 'APPROVED');

/** The outside world of checkout; each answer can be changed while the actor runs. */
function world() {
  return {
    profile: vi.fn(async (): Promise<ProfileOutput> => ({ missing: [] })),
    save: vi.fn(async (): Promise<SaveProfileOutcome> => ({ kind: 'saved' })),
    changes: vi.fn(async (): Promise<QuoteChange[]> => []),
    order: vi.fn(async (_: OrderRequest): Promise<OrderOutcome> => opened),
    open: vi.fn(async (_: string): Promise<void> => new Promise(() => {})),
    payment: vi.fn(async (_: string | null) => pending),
  };
}

function start(input: CheckoutInput, outside = world(), snapshot?: SnapshotFrom<typeof checkoutMachine>) {
  const machine = checkoutMachine.provide({
    actors: {
      loadProfile: fromPromise(() => outside.profile()),
      saveProfile: fromPromise(() => outside.save()),
      compareCart: fromPromise(async () => ({ changes: await outside.changes() })),
      createOrder: fromPromise(({ input: request }) => outside.order(request)),
      openPayment: fromPromise(({ input: { attemptId: id } }) => outside.open(id)),
      checkPayment: fromPromise(async ({ input: { attemptId: id } }) => ({ update: await outside.payment(id) })),
      tickClock: createClock(() => Date.now()),
    },
  });
  const actor = createActor(machine, snapshot ? { input, snapshot } : { input });
  actor.start();
  return { actor, outside, state: () => actor.getSnapshot() };
}

const atReview: CheckoutInput = { at: 'review', isOnline: true };
const place = { type: 'order.place', key: 'key-1', quote } as const;
const accept = { type: 'terms.accept', termsVersion: '2026-01' } as const;
const noAnswer = () => Promise.reject(new Error('no answer'));

it('goes from complete details to the review, to the payment page, and is confirmed on return', async () => {
  const { actor, outside, state } = start({ at: 'information', isOnline: true });
  await settled();
  actor.send({ type: 'information.proceed' });
  actor.send(accept);
  actor.send(place);
  expect(state().hasTag('critical')).toBe(true);
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
  expect(outside.open).toHaveBeenCalledExactlyOnceWith(attemptId);
  expect(state().value).toBe('redirecting');

  outside.payment.mockResolvedValue(approved);
  const back = start({ at: 'returning', isOnline: true, attemptId }, outside);
  expect(back.state().value).toBe('checkingPayment');
  await settled();
  expect(back.state().value).toBe('confirmed');
  expect(back.state().output).toEqual({ kind: 'confirmed', order: approved.order });
});

it('does not proceed while the profile lacks a required field', async () => {
  const outside = world();
  outside.profile.mockResolvedValue({ missing: ['dob'] });
  const { state } = start({ at: 'information', isOnline: true }, outside);
  await settled();
  expect(state().can({ type: 'information.proceed' })).toBe(false);
  expect(state().context.missing).toEqual(['dob']);
});

it('keeps what was typed through a conflict and a lost save', async () => {
  const outside = world();
  outside.save.mockResolvedValueOnce({ kind: 'conflict' }).mockRejectedValueOnce(new Error('no answer'));
  const { actor, state } = start({ at: 'information', isOnline: true }, outside);
  await settled();
  actor.send({ type: 'information.edit' });
  for (const failure of ['profileConflict', 'profileNotSaved']) {
    actor.send({ type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' });
    await settled();
    expect(state().value).toEqual({ editingInformation: failure });
    expect(state().context.draft).toEqual({ city: 'Chennai' });
  }
  actor.send({ type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' });
  await settled();
  expect(state().value).toBe('confirmingInformation');
  expect(state().context.draft).toEqual({});
});

it('places no order before the terms are accepted, nor after they are withdrawn', () => {
  const { actor, state } = start(atReview);
  expect(state().can(place)).toBe(false);
  actor.send(accept);
  expect(state().can(place)).toBe(true);
  actor.send({ type: 'terms.withdraw' });
  expect(state().can(place)).toBe(false);
});

it('repeats an order without an answer under the same key', async () => {
  const outside = world();
  outside.order.mockImplementationOnce(noAnswer);
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().value).toBe('orderUnanswered');
  actor.send({ type: 'connection.change', isOnline: false });
  expect(state().can({ type: 'order.retry' })).toBe(false);
  actor.send({ type: 'connection.change', isOnline: true });
  actor.send({ type: 'order.retry' });
  await settled();
  expect(outside.order.mock.calls.map(([request]) => request.key)).toEqual(['key-1', 'key-1']);
  expect(state().value).toBe('redirecting');
});

it('repeats an order under the same key when a closed page is restored while it was under way', async () => {
  const first = start(atReview);
  first.actor.send(accept);
  first.actor.send(place);
  const snapshot = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
  first.actor.stop();
  const { outside, state } = start(atReview, world(), snapshot);
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
  expect(state().value).toBe('redirecting');
});

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

it('shows what changed in the cart and takes a fresh key afterwards; changed terms are accepted anew', async () => {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [{ kind: 'total', was: 12_500, now: 13_000 }] });
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [{ kind: 'terms' }] });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().value).toBe('cartChanged');
  expect(state().context.changes).toHaveLength(1);
  actor.send({ type: 'changes.accept' });
  actor.send({ ...place, key: 'key-2' });
  await settled();
  expect(outside.order.mock.lastCall?.[0].key).toBe('key-2');
  actor.send({ type: 'changes.accept' });
  expect(state().can(place)).toBe(false);
});

it('keeps the code of a refusal, with ways to the review and to the details', async () => {
  const outside = world();
  outside.order.mockResolvedValue({ kind: 'refused', refusal: { code: 'PROFILE_INCOMPLETE', message: null } });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().context.refusal?.code).toBe('PROFILE_INCOMPLETE');
  expect(state().can({ type: 'review.return' })).toBe(true);
  actor.send({ type: 'information.open' });
  expect(state().value).toBe('loadingProfile');
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

it('waits where it is entered offline, and asks the student with what changed meanwhile', async () => {
  const outside = world();
  outside.changes.mockResolvedValue([{ kind: 'seats', type: 'course', id: 7 }]);
  const { actor, state } = start({ at: 'review', isOnline: false, quote }, outside);
  expect(state().value).toBe('waitingForConnection');
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(state().value).toBe('askingToContinue');
  expect(state().context.changes).toEqual([{ kind: 'seats', type: 'course', id: 7 }]);
  expect(outside.order).not.toHaveBeenCalled();
  actor.send({ type: 'checkout.continue' });
  expect(state().value).toBe('reviewing');
});

it('waits when the order is placed offline, keeps the terms, and places nothing by itself', async () => {
  const { actor, outside, state } = start(atReview);
  actor.send(accept);
  actor.send({ type: 'connection.change', isOnline: false });
  actor.send(place);
  expect(state().value).toBe('waitingForConnection');
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  actor.send({ type: 'checkout.continue' });
  expect(outside.order).not.toHaveBeenCalled();
  expect(state().can({ ...place, key: 'key-2' })).toBe(true);
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

it('is not left while an order or a payment is under way', async () => {
  const { actor, state } = start(atReview);
  expect(state().can({ type: 'checkout.leave' })).toBe(true);
  actor.send(accept);
  actor.send(place);
  expect(state().can({ type: 'checkout.leave' })).toBe(false);
  await settled();
  expect(state().can({ type: 'checkout.leave' })).toBe(false);
});
