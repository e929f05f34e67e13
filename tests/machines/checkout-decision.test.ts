import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { Cart } from '../../contract/cart.ts';
import type { Quote } from '../../contract/orders.ts';
import { cart, quote, soldOutCart } from '../../lab/alphabets/samples.ts';
import type { CartFailure } from '../../machines/cart-add.ts';
import { checkoutMachine } from '../../machines/checkout.machine.ts';
import { quoteOf } from '../../machines/order-quote.ts';
import { accept, atReview, dearer, noResponse, place, soldOut, start, world } from './checkout-world.ts';
import { settled } from './settled.ts';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

it('an order placed after accepting cart changes has a new idempotency key, and changed terms must be accepted before the next order', async () => {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [dearer] });
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [{ kind: 'terms' }] });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().value).toEqual({ review: 'cartChanged' });
  expect(state().context.changes).toHaveLength(1);
  actor.send({ type: 'changes.accept' });
  actor.send({ ...place, key: 'key-2' });
  await settled();
  expect(outside.order.mock.lastCall?.[0].key).toBe('key-2');
  actor.send({ type: 'changes.accept' });
  expect(state().can(place)).toBe(false);
});

it('a checkout opened offline waits for the connection, then shows what changed in the cart and asks whether to continue', async () => {
  const outside = world();
  outside.changes.mockResolvedValue([dearer]);
  const { actor, state } = start({ screen: 'information', isOnline: false, quote }, outside);
  expect(state().value).toEqual({ information: 'waitingAtInformation' });
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(state().value).toEqual({ information: 'askingAtInformation' });
  expect(state().context.changes).toEqual([dearer]);
  actor.send({ type: 'checkout.continue' });
  expect(state().value).toEqual({ information: 'loadingProfile' });
});

it.each([
  ['information', { information: 'comparingAtInformation' }, 'waitingAtInformation', 'askingAtInformation'],
  ['review', { review: 'comparingAtReview' }, 'waitingAtReview', 'askingAtReview'],
] as const)(
  'when the connection is lost on the %s page of checkout, the check for cart changes stops until the connection is back',
  async (screen, comparing, waiting, asking) => {
    const outside = world();
    const { actor, state } = start({ screen, isOnline: false, quote }, outside);
    const connect = (isOnline: boolean) => actor.send({ type: 'connection.change', isOnline });
    connect(false);
    expect(state().value).toEqual({ [screen]: waiting });
    connect(true);
    expect(state().value).toEqual(comparing);
    expect(state().hasTag('busy')).toBe(true);
    connect(true);
    expect(state().value).toEqual(comparing);
    connect(false);
    expect(state()).toMatchObject({ value: { [screen]: waiting }, context: { isOnline: false } });
    outside.changes.mockImplementation(noResponse);
    connect(true);
    await settled();
    expect(outside.changes).toHaveBeenLastCalledWith({ quote });
    expect(state()).toMatchObject({ value: { [screen]: asking }, context: { changes: null, isOnline: true } });
    connect(true);
    expect(state().value).toEqual({ [screen]: asking });
    connect(false);
    expect(state()).toMatchObject({ value: { [screen]: waiting }, context: { isOnline: false } });
  },
);

it('a review page opened offline shows a sold-out batch when the device is online again, and the student cannot accept this change', async () => {
  const outside = world();
  outside.changes.mockResolvedValue([soldOut]);
  const { actor, state } = start({ screen: 'review', isOnline: false, quote }, outside);
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(state().value).toEqual({ review: 'cartChanged' });
  expect(state().can({ type: 'changes.accept' })).toBe(false);
  expect(outside.order).not.toHaveBeenCalled();
});

it('cart changes with a sold-out batch can be accepted only after the batch is replaced, and changed terms must then be accepted too', async () => {
  const outside = world();
  outside.order.mockResolvedValueOnce({ kind: 'changed', changes: [soldOut, { kind: 'terms' }] });
  const { actor, state } = start(atReview, outside);
  actor.send(accept);
  actor.send(place);
  await settled();
  expect(state().can({ type: 'changes.accept' })).toBe(false);
  const change = { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 } as const;
  actor.send({ type: 'line.change', change, key: 'key-line' });
  expect(state()).toMatchObject({ value: { review: 'changingLine' }, tags: new Set(['busy']) });
  await settled();
  const expected = { change, key: 'key-line', quote, changes: [soldOut, { kind: 'terms' }] };
  expect(outside.line).toHaveBeenCalledExactlyOnceWith(expected);
  // The cart says nothing about the version of the terms, so the changed terms must still be accepted.
  expect(state().context.changes).toEqual([dearer, { kind: 'terms' }]);
  actor.send({ type: 'changes.accept' });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().can({ ...place, key: 'key-2' })).toBe(false);
});

it('when removing a course during checkout fails, the cart changes stay on the screen together with the error', async () => {
  const outside = world();
  const failure: CartFailure = { errorCode: 'BATCH_FULL', message: 'No seats are available for this batch.' };
  outside.line.mockResolvedValueOnce({ changes: [soldOut], failure }).mockImplementationOnce(noResponse);
  const { actor, state } = start(atReview, outside);
  actor.send({ type: 'cart.updated', cart: soldOutCart, whenAdded: quote, isFresh: true });
  const drop = { type: 'line.change', change: { kind: 'drop', type: 'course', id: 7 }, key: 'key-line' } as const;
  for (const expected of [failure, { errorCode: 'NO_RESPONSE', message: null }]) {
    actor.send(drop);
    await settled();
    expect(state().value).toEqual({ review: 'cartChanged' });
    expect(state().context.lineFailure).toEqual(expected);
    expect(state().context.changes).toEqual([soldOut]);
  }
});

it('a student who places an order offline must place it again when the connection is back, but need not accept the terms again', async () => {
  const { actor, outside, state } = start(atReview);
  actor.send(accept);
  actor.send({ type: 'connection.change', isOnline: false });
  actor.send(place);
  expect(state().value).toEqual({ review: 'waitingAtReview' });
  actor.send({ type: 'connection.change', isOnline: true });
  await settled();
  expect(outside.changes).toHaveBeenCalledExactlyOnceWith({ quote });
  actor.send({ type: 'checkout.continue' });
  expect(outside.order).not.toHaveBeenCalled();
  expect(state().can({ ...place, key: 'key-2' })).toBe(true);
});

it('the review page of checkout stays open while the cart is unchanged, and shows the change when a batch sells out', () => {
  const { actor, state } = start(atReview);
  actor.send({ type: 'cart.updated', cart, whenAdded: quote, isFresh: true });
  expect(state().value).toEqual({ review: 'reviewing' });
  actor.send({ type: 'cart.updated', cart: soldOutCart, whenAdded: quote, isFresh: true });
  expect(state()).toMatchObject({ value: { review: 'cartChanged' }, tags: new Set(['failed']) });
  expect(state().context.changes?.map(({ kind }) => kind)).toEqual(['unavailable']);
});

it('once the review page of checkout has shown changed prices, checkout saves that the student has seen them', () => {
  const savePricesShown = vi.fn((_: unknown, __: unknown) => {});
  const actor = createActor(checkoutMachine.provide({ actions: { savePricesShown } }), { input: atReview }).start();
  actor.send({ type: 'cart.updated', cart, whenAdded: { ...quote, total: 12_000 }, isFresh: true });
  expect(savePricesShown).toHaveBeenCalledTimes(1);
  const changes = [{ kind: 'total', was: 12_000, now: 12_500 }];
  expect(savePricesShown.mock.lastCall?.[1]).toEqual({ changes });
});

it('placing an order on a review page restored from saved data discards the saved price quote and item names', async () => {
  for (const isOnline of [true, false]) {
    const { actor, state } = resumed({ ...quote, total: 12_000 });
    actor.send({ type: 'cart.updated', cart, whenAdded: quote, isFresh: false });
    const seen = { lineNames: [{ type: 'course', id: 7, name: 'Fire Fighting' }], seenBefore: { total: 12_000 } };
    expect(state().context).toMatchObject(seen);
    actor.send(accept);
    actor.send({ type: 'connection.change', isOnline });
    actor.send(place);
    expect(state().context).toMatchObject({ lineNames: [], seenBefore: null, quote });
  }
});

it('going back to the details page from a review page restored from saved data discards the saved price quote and item names', () => {
  const { actor, state } = resumed(quote);
  actor.send({ type: 'cart.updated', cart, whenAdded: quote, isFresh: false });
  actor.send({ type: 'screen.requested', screen: 'information' });
  expect(state().context).toMatchObject({ lineNames: [], seenBefore: null });
});

/** A review that was saved before the app was closed. */
function resumed(seenBefore: Quote) {
  const snapshot = start(atReview).state();
  return start(atReview, world(), { ...snapshot, context: { ...snapshot.context, seenBefore } } as typeof snapshot);
}

it('a review page restored from saved data shows what changed in the cart only after the cart has been loaded again', () => {
  const seenBefore = {
    total: 17_000,
    items: [...quote.items, { type: 'course' as const, id: 8, price: 4500, batch_ids: [81] }],
  };
  const both = { ...cart, items: [...cart.items, { ...cart.items[0], id: 8 } as Cart['items'][number]] };
  const { actor, state } = resumed(seenBefore);
  actor.send({ type: 'cart.updated', cart: both, whenAdded: quoteOf(both), isFresh: false });
  expect(state().value).toEqual({ review: 'reviewing' });
  actor.send({ type: 'cart.updated', cart, whenAdded: quote, isFresh: true });
  expect(state().context.changes).toEqual([
    { kind: 'removed', type: 'course', id: 8, name: 'Fire Fighting' },
    { kind: 'total', was: 17_000, now: 12_500 },
  ]);
  expect(state().context.quote).toEqual(seenBefore);
});

it('a review page restored from saved data waits for the cart to be loaded again before it shows a sold-out batch and other changes', () => {
  const { actor, state } = resumed({ ...quote, total: 12_000 });
  actor.send({ type: 'cart.updated', cart: soldOutCart, whenAdded: quote, isFresh: false });
  expect(state().value).toEqual({ review: 'reviewing' });
  actor.send({ type: 'cart.updated', cart: soldOutCart, whenAdded: quote, isFresh: true });
  expect(state().context.changes).toEqual([{ kind: 'total', was: 12_000, now: 12_500 }, soldOut]);
});

it('a review page restored from saved data discards the earlier price quote after comparing it with the loaded cart', () => {
  const { actor, state } = resumed(quote);
  actor.send({ type: 'cart.updated', cart, whenAdded: quote, isFresh: true });
  expect(state().value).toEqual({ review: 'reviewing' });
  expect(state().context.seenBefore).toBeNull();
});

it('after a failed change of a cart line in checkout, the next change is sent with a new idempotency key', async () => {
  const outside = world();
  outside.line.mockImplementationOnce(noResponse);
  const { actor } = start(atReview, outside);
  actor.send({ type: 'cart.updated', cart: soldOutCart, whenAdded: quote, isFresh: true });
  const swap = { kind: 'swap', type: 'course', id: 7, courseId: 7, batchId: 72 } as const;
  for (const [change, key] of [
    [swap, 'key-1'],
    [{ ...swap, batchId: 73 }, 'key-2'],
  ] as const) {
    actor.send({ type: 'line.change', change, key });
    await settled();
    expect(outside.line.mock.lastCall?.[0]).toMatchObject({ change, key });
  }
});
