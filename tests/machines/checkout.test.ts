import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quote } from '../../lab/alphabets/samples.ts';
import { accept, approved, atReview, attemptId, noResponse, place, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('checkout goes from details page to review page to payment, and is confirmed when the student returns from an approved payment', async () => {
  const { actor, outside, state } = start({ screen: 'information', isOnline: true });
  await settled();
  actor.send({ type: 'information.proceed' });
  actor.send(accept);
  actor.send(place);
  expect(state().tags).toEqual(new Set(['busy', 'critical']));
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
  expect(outside.open).toHaveBeenCalledExactlyOnceWith(attemptId);
  expect(state().value).toEqual({ review: 'redirecting' });

  outside.payment.mockResolvedValue(approved);
  const back = start({ screen: 'returning', isOnline: true, attemptId }, outside);
  expect(back.state().value).toEqual({ payment: 'checkingPayment' });
  await settled();
  expect(back.state().value).toBe('confirmed');
  expect(back.state().output).toEqual({ kind: 'confirmed', order: approved.order });
});

it('a checkout started with a complete profile goes straight on to the review page', async () => {
  const { state } = start({ screen: 'start', isOnline: true, quote });
  expect(state()).toMatchObject({ value: 'starting', tags: new Set(['busy']) });
  await settled();
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context).toMatchObject({ missing: [], quote });
});

it('a checkout started with an incomplete profile shows the details page first', async () => {
  const outside = world();
  outside.profile.mockResolvedValue({ missing: ['dob'] });
  const { state } = start({ screen: 'start', isOnline: true }, outside);
  await settled();
  expect(state().value).toEqual({ information: 'confirmingInformation' });
  expect(state().context.missing).toEqual(['dob']);
});

it('a checkout that cannot load the student’s profile offers to try again on the details page, or waits there while offline', async () => {
  const outside = world();
  outside.profile.mockImplementation(noResponse);
  const { actor, state } = start({ screen: 'start', isOnline: true }, outside);
  await settled();
  expect(state().value).toEqual({ information: 'profileUnavailable' });
  expect(state().hasTag('failed')).toBe(true);
  outside.profile.mockResolvedValueOnce({ missing: ['dob'] });
  actor.send({ type: 'information.retry' });
  await settled();
  expect(state().value).toEqual({ information: 'confirmingInformation' });
  actor.send({ type: 'checkout.leave' });
  expect(state().output).toEqual({ kind: 'abandoned' });
  const cut = start({ screen: 'start', isOnline: true }, outside);
  cut.actor.send({ type: 'connection.change', isOnline: false });
  await settled();
  expect(cut.state().value).toEqual({ information: 'waitingAtInformation' });
  expect(start({ screen: 'start', isOnline: false }).state().value).toEqual({ information: 'waitingAtInformation' });
});

it('a student cannot proceed in checkout while a required profile field is missing', async () => {
  const outside = world();
  outside.profile.mockResolvedValue({ missing: ['dob'] });
  const { state } = start({ screen: 'information', isOnline: true }, outside);
  expect(state().tags).toEqual(new Set(['busy']));
  expect(state().can({ type: 'information.proceed' })).toBe(false);
  await settled();
  expect(state().can({ type: 'information.proceed' })).toBe(false);
  expect(state().context.missing).toEqual(['dob']);
});

it('edited student details stay in the form of checkout when saving fails or the server finds another user with similar data', async () => {
  const outside = world();
  outside.save.mockResolvedValueOnce({ kind: 'conflict' }).mockRejectedValueOnce(new Error('no answer'));
  const { actor, state } = start({ screen: 'information', isOnline: true }, outside);
  await settled();
  actor.send({ type: 'information.edit' });
  for (const failure of ['profileConflict', 'profileNotSaved']) {
    actor.send({ type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' });
    await settled();
    expect(state().value).toEqual({ information: { editingInformation: failure } });
    expect(state().hasTag('failed')).toBe(true);
    expect(state().context.draft).toEqual({ city: 'Chennai' });
  }
  expect(outside.save).toHaveBeenCalledWith({ profile: { city: 'Chennai' }, key: 'key-profile' });
  actor.send({ type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' });
  expect(state().tags).toEqual(new Set(['busy']));
  outside.profile.mockImplementationOnce(noResponse);
  await settled();
  // The details have changed, so what was missing before is no longer known.
  expect(state()).toMatchObject({ value: { information: 'profileUnavailable' }, context: { missing: null } });
  actor.send({ type: 'information.retry' });
  await settled();
  expect(state().value).toEqual({ information: 'confirmingInformation' });
  expect(state().context).toMatchObject({ draft: {}, draftKey: '' });
});

it('cancelling the details form in checkout discards the edited details and their idempotency key, and loads the profile again', async () => {
  const outside = world();
  outside.save.mockResolvedValue({ kind: 'conflict' });
  const { actor, state } = start({ screen: 'information', isOnline: true }, outside);
  await settled();
  actor.send({ type: 'information.edit' });
  actor.send({ type: 'information.save', profile: { city: 'Chennai' }, key: 'key-profile' });
  await settled();
  expect(state().context).toMatchObject({ draft: { city: 'Chennai' }, draftKey: 'key-profile' });
  outside.profile.mockResolvedValue({ missing: ['dob'] });
  actor.send({ type: 'information.cancel' });
  await settled();
  expect(state()).toMatchObject({ value: { information: 'confirmingInformation' }, context: { missing: ['dob'] } });
  expect(state().context).toMatchObject({ draftKey: '' });
  expect(state().context.draft).toEqual({});
});

it('a student cannot place an order without accepting the terms', () => {
  const { actor, state } = start(atReview);
  expect(state().can(place)).toBe(false);
  actor.send(accept);
  expect(state().can(place)).toBe(true);
  actor.send({ type: 'terms.withdraw' });
  expect(state().can(place)).toBe(false);
});

it('a student can retry an order that got no response, but only online and with the same idempotency key', async () => {
  const outside = world();
  outside.order.mockImplementationOnce(noResponse);
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().value).toEqual({ review: 'orderUnanswered' });
  expect(state().hasTag('failed')).toBe(true);
  actor.send({ type: 'connection.change', isOnline: false });
  expect(state().can({ type: 'order.retry' })).toBe(false);
  actor.send({ type: 'connection.change', isOnline: true });
  actor.send({ type: 'order.retry' });
  await settled();
  expect(outside.order.mock.calls.map(([request]) => request.key)).toEqual(['key-1', 'key-1']);
  expect(state().value).toEqual({ review: 'redirecting' });
});

it('an order interrupted by closing the page is sent again with the same idempotency key when checkout is restored', async () => {
  const first = start(atReview);
  first.actor.send(accept);
  first.actor.send(place);
  const snapshot = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
  first.actor.stop();
  const { outside, state } = start(atReview, world(), snapshot);
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
  expect(state().value).toEqual({ review: 'redirecting' });
});

it('checkout keeps the error code of a refused order, and the student can return to the review page or the details page', async () => {
  const outside = world();
  outside.order.mockResolvedValue({ kind: 'refused', refusal: { code: 'PROFILE_INCOMPLETE', message: null } });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().context.refusal).toEqual({ code: 'PROFILE_INCOMPLETE', message: null });
  expect(state().hasTag('failed')).toBe(true);
  actor.send({ type: 'review.return' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context).toMatchObject({ refusal: null, key: null });
  actor.send({ ...place, key: 'key-2' });
  await settled();
  expect(outside.order.mock.lastCall?.[0].key).toBe('key-2');
  actor.send({ type: 'information.open' });
  expect(state().value).toEqual({ information: 'loadingProfile' });
});

it('a student cannot leave checkout while an order is being placed or the payment page is opening', async () => {
  const { actor, state } = start(atReview);
  expect(state().can({ type: 'checkout.leave' })).toBe(true);
  actor.send(accept);
  actor.send(place);
  expect(state().can({ type: 'checkout.leave' })).toBe(false);
  await settled();
  expect(state().value).toEqual({ review: 'redirecting' });
  expect(state().tags).toEqual(new Set(['busy', 'critical']));
  expect(state().can({ type: 'checkout.leave' })).toBe(false);
});
