import { expect, it } from 'vitest';
import { datesClash, quote } from '../../lab/alphabets/samples.ts';
import { accept, atReview, place, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

const confirm = { type: 'clashes.confirm', key: 'key-2' } as const;

/** A checkout whose order was refused because dates clash. */
async function refused() {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'clashing', clashes: [datesClash] });
  const checkout = start(atReview, outside);
  checkout.actor.send(accept);
  checkout.actor.send(place);
  await settled();
  return checkout;
}

it('an order whose dates clash is sent again only after the student confirms the dates, and with a new idempotency key', async () => {
  const { actor, outside, state } = await refused();
  expect(state().value).toEqual({ review: 'confirmingClashes' });
  expect(state().hasTag('failed')).toBe(true);
  expect(state().context.clashes).toEqual([datesClash]);
  expect(outside.order).toHaveBeenCalledTimes(1);
  actor.send(confirm);
  await settled();
  const confirmed = { ...quote, confirmed_batch_ids: [71] };
  expect(outside.order).toHaveBeenLastCalledWith({ key: 'key-2', quote: confirmed, termsVersion: '2026-01' });
  expect(state().value).toEqual({ review: 'redirecting' });
});

it('clashing dates that the student has confirmed stay confirmed when the next try of the order finds another clash', async () => {
  const { actor, outside, state } = await refused();
  outside.order.mockResolvedValueOnce({ kind: 'clashing', clashes: [{ ...datesClash, batch_id: 80 }] });
  actor.send(confirm);
  await settled();
  expect(state().value).toEqual({ review: 'confirmingClashes' });
  actor.send({ ...confirm, key: 'key-3' });
  await settled();
  expect(outside.order.mock.lastCall?.[0].quote.confirmed_batch_ids).toEqual([71, 80]);
});

it('a student who does not confirm clashing dates returns to the review page, and the order is not sent again', async () => {
  const { actor, outside, state } = await refused();
  actor.send({ type: 'review.return' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context.clashes).toEqual([]);
  expect(outside.order).toHaveBeenCalledTimes(1);
});

it('a student cannot confirm clashing dates of an order while offline', async () => {
  const { actor, state } = await refused();
  actor.send({ type: 'connection.change', isOnline: false });
  expect(state().can(confirm)).toBe(false);
});

it('a checkout closed before clashing dates were confirmed asks for the confirmation again when it is restored', async () => {
  const first = await refused();
  const snapshot = JSON.parse(JSON.stringify(first.actor.getPersistedSnapshot()));
  first.actor.stop();
  const { actor, outside, state } = start(atReview, world(), snapshot);
  expect(state().value).toEqual({ review: 'confirmingClashes' });
  actor.send(confirm);
  await settled();
  expect(outside.order.mock.lastCall?.[0].quote.confirmed_batch_ids).toEqual([71]);
});
