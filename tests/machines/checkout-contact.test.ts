import { expect, it } from 'vitest';
import { quote } from '../../lab/alphabets/samples.ts';
import { accept, atReview, place, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

const choose = { type: 'contact.choose', method: 'whatsapp_otp' } as const;

/** A checkout whose order was refused because no contact of the student is verified. */
async function refused() {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'contactNeeded' });
  const checkout = start(atReview, outside);
  checkout.actor.send(accept);
  checkout.actor.send(place);
  await settled();
  return checkout;
}

it('an order refused for lack of a verified contact is sent again with the same idempotency key after the student verifies one', async () => {
  const { actor, outside, state } = await refused();
  expect(state().value).toEqual({ review: 'choosingContact' });
  actor.send(choose);
  expect(state().value).toEqual({ review: 'verifyingContact' });
  expect(state().context.contactMethod).toBe('whatsapp_otp');
  actor.send({ type: 'contact.verified' });
  await settled();
  const request = { key: 'key-1', quote, termsVersion: '2026-01' };
  expect(outside.order.mock.calls).toEqual([[request], [request]]);
  expect(state().value).toEqual({ review: 'redirecting' });
});

it('while verifying a contact in checkout, the student can go back to the choice of a contact, and from there to the review', async () => {
  const { actor, state } = await refused();
  actor.send(choose);
  actor.send({ type: 'contact.back' });
  expect(state().value).toEqual({ review: 'choosingContact' });
  actor.send({ type: 'review.return' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context.termsVersion).toBe('2026-01');
});

it('a student cannot choose a contact to verify in checkout while offline, but can once the connection is back', async () => {
  const { actor, state } = await refused();
  actor.send({ type: 'connection.change', isOnline: false });
  expect(state().can(choose)).toBe(false);
  expect(state().value).toEqual({ review: 'choosingContact' });
  actor.send({ type: 'connection.change', isOnline: true });
  expect(state().can(choose)).toBe(true);
});

it('a checkout closed at the step that verifies a contact is restored there, and its order keeps the idempotency key', async () => {
  const first = await refused();
  first.actor.send(choose);
  const snapshot = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
  first.actor.stop();
  const { actor, outside, state } = start(atReview, world(), snapshot);
  expect(state().value).toEqual({ review: 'verifyingContact' });
  actor.send({ type: 'contact.verified' });
  await settled();
  expect(outside.order).toHaveBeenCalledExactlyOnceWith({ key: 'key-1', quote, termsVersion: '2026-01' });
});

it('going back from the verification of a contact to the details page of checkout keeps the terms accepted', async () => {
  const { actor, state } = await refused();
  actor.send({ type: 'screen.requested', screen: 'information' });
  expect(state().value).toEqual({ information: 'loadingProfile' });
  expect(state().context.termsVersion).toBe('2026-01');
});

it('checkout stores the time until which the seats of its order are held', async () => {
  const outside = world();
  const heldUntil = '2026-03-10T06:35:00.000Z';
  outside.order.mockResolvedValue({
    kind: 'opened',
    orderId: 'LF-2026-000123',
    attemptId: 'LF-2026-000123-1',
    heldUntil,
  });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().context.heldUntil).toBe(heldUntil);
});
