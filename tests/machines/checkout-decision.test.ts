import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { quote } from '../../lab/alphabets/samples.ts';
import { accept, atReview, dearer, noResponse, place, soldOut, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('an order after cart changes uses a new key, and changed terms must be accepted again', async () => {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [dearer] });
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

it('checkout opened offline waits for the connection, then shows changes and asks whether to continue', async () => {
  const outside = world();
  outside.changes.mockResolvedValue([dearer]);
  const { actor, state } = start({ at: 'information', isOnline: false, quote }, outside);
  expect(state().value).toBe('waitingForConnection');
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(state().value).toBe('askingToContinue');
  expect(state().context.changes).toEqual([dearer]);
  actor.send({ type: 'checkout.continue' });
  expect(state().value).toBe('loadingProfile');
});

it('the review opened offline asks the student to resolve changes of the cart once online', async () => {
  const outside = world();
  outside.changes.mockResolvedValue([soldOut]);
  const { actor, state } = start({ at: 'review', isOnline: false, quote }, outside);
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(state().value).toBe('cartChanged');
  expect(state().can({ type: 'changes.accept' })).toBe(false);
  expect(outside.order).not.toHaveBeenCalled();
});

it('cart changes cannot be accepted until an unavailable batch is swapped or its line removed', async () => {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [soldOut, { kind: 'terms' }] });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().can({ type: 'changes.accept' })).toBe(false);
  const change = { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 } as const;
  actor.send({ type: 'line.change', change, key: 'key-line' });
  expect(state().value).toBe('changingLine');
  await settled();
  const expected = { change, key: 'key-line', quote, changes: [soldOut, { kind: 'terms' }] };
  expect(outside.line).toHaveBeenCalledExactlyOnceWith(expected);
  // The cart has no terms version, so the changed terms must still be accepted.
  expect(state().context.changes).toEqual([dearer, { kind: 'terms' }]);
  actor.send({ type: 'changes.accept' });
  expect(state().value).toBe('reviewing');
  expect(state().can({ ...place, key: 'key-2' })).toBe(false);
});

it('cart changes stay on the screen when a line could not be changed', async () => {
  const outside = world();
  const failure = { errorCode: 'BATCH_FULL', message: 'No seats are available for this batch.' };
  outside.line.mockResolvedValueOnce({ changes: [soldOut], failure }).mockImplementationOnce(noResponse);
  const { actor, state } = start(atReview, outside);
  actor.send({ type: 'changes.show', quote, changes: [soldOut] });
  const drop = { type: 'line.change', change: { kind: 'drop', type: 'course', id: 7 }, key: 'key-line' } as const;
  for (const expected of [failure, { errorCode: 'NO_RESPONSE', message: null }]) {
    actor.send(drop);
    await settled();
    expect(state().value).toBe('cartChanged');
    expect(state().context.lineFailure).toEqual(expected);
    expect(state().context.changes).toEqual([soldOut]);
  }
});

it('an order placed offline waits, keeps the accepted terms and is not sent automatically', async () => {
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
