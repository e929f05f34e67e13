import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { closedBatch, fullBatch, openBatch, otherBatch } from '../../lab/alphabets/samples.ts';
import { type AddToCartInput, addToCartMachine } from '../../machines/add-to-cart.machine.ts';
import type { CartAddOutcome, CartAddRequest, CartFailure } from '../../machines/cart-add.ts';
import { settled } from './settled.ts';

const batches = [openBatch, otherBatch, fullBatch, closedBatch];
const full: CartFailure = { errorCode: 'BATCH_FULL', message: 'This batch is full.' };
const refused: CartAddOutcome = { kind: 'refused', failure: full };
const unanswered: CartAddOutcome = { kind: 'unanswered', failure: { errorCode: 'NO_RESPONSE', message: null } };

function startCard(outcome: CartAddOutcome | Error, input: Partial<AddToCartInput> = {}) {
  const requests: CartAddRequest[] = [];
  const clock = new SimulatedClock();
  const addToCart = fromPromise<CartAddOutcome, CartAddRequest>(async ({ input: request }) => {
    requests.push(request);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const machine = addToCartMachine.provide({ actors: { addToCart } });
  const actor = createActor(machine, { clock, input: { courseId: 7, batches, ...input } });
  const added = vi.fn();
  actor.on('cart.added', added);
  actor.start();
  return { actor, clock, requests, added };
}

it('a course can be added to the cart only after a batch was chosen', () => {
  const { actor } = startCard({ kind: 'added' });
  expect(actor.getSnapshot().context).toEqual({ courseId: 7, batches, batchId: null, key: null, failure: null });
  expect(actor.getSnapshot().can({ type: 'cart.add', key: 'key-1' })).toBe(false);
  actor.send({ type: 'batch.choose', batchId: openBatch.id });
  expect(actor.getSnapshot().can({ type: 'cart.add', key: 'key-1' })).toBe(true);
});

it.each([fullBatch.id, closedBatch.id, 999])(
  'a student cannot choose a batch that is full, closed or unknown (batch %i)',
  (batchId) => {
    const { actor } = startCard({ kind: 'added' });
    expect(actor.getSnapshot().can({ type: 'batch.choose', batchId })).toBe(false);
  },
);

it('after a course is added to the cart, its state machine stays in the state “added” for exactly 2 seconds and keeps the chosen batch', async () => {
  const { actor, clock, requests, added } = startCard({ kind: 'added' });
  actor.send({ type: 'batch.choose', batchId: openBatch.id });
  actor.send({ type: 'cart.add', key: 'key-1' });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await settled();
  expect(requests).toEqual([{ payload: { type: 'course', course_id: 7, batch_id: 71 }, key: 'key-1' }]);
  expect(added).toHaveBeenCalledExactlyOnceWith({ type: 'cart.added' });
  clock.increment(1999);
  expect(actor.getSnapshot().value).toBe('added');
  clock.increment(1);
  expect(actor.getSnapshot().value).toBe('idle');
  expect(actor.getSnapshot().context.batchId).toBe(openBatch.id);
});

it('a course added to the cart offline keeps its idempotency key, and is confirmed when the outbox has delivered it', async () => {
  const { actor, added } = startCard({ kind: 'queued' });
  actor.send({ type: 'batch.choose', batchId: openBatch.id });
  actor.send({ type: 'cart.add', key: 'key-1' });
  await settled();
  expect(actor.getSnapshot().value).toBe('queued');
  expect(actor.getSnapshot().context.key).toBe('key-1');
  expect(actor.getSnapshot().can({ type: 'batch.choose', batchId: otherBatch.id })).toBe(false);
  actor.send({ type: 'outbox.delivered' });
  expect(actor.getSnapshot().value).toBe('added');
  expect(added).toHaveBeenCalledOnce();
});

it('after a reload, a course queued in the outbox is still waiting to be added, and a later refusal by the server is shown', () => {
  const { actor } = startCard({ kind: 'added' }, { batchId: openBatch.id, queuedKey: 'key-1' });
  expect(actor.getSnapshot().value).toBe('queued');
  actor.send({ type: 'outbox.refused', failure: full });
  expect(actor.getSnapshot().value).toBe('failed');
  expect(actor.getSnapshot().context).toMatchObject({ failure: full, key: null });
});

it('trying again to add a course to the cart uses a new idempotency key after a refusal, and the same key after no response', async () => {
  const sure = startCard(refused);
  const unsure = startCard(unanswered);
  for (const { actor } of [sure, unsure]) {
    actor.send({ type: 'batch.choose', batchId: openBatch.id });
    actor.send({ type: 'cart.add', key: 'key-1' });
    await settled();
    expect(actor.getSnapshot().value).toBe('failed');
    actor.send({ type: 'cart.add', key: 'key-2' });
    await settled();
  }
  expect(sure.requests.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect(unsure.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
});

it('when adding a course got no response, adding it with another batch uses a new idempotency key', async () => {
  const { actor, requests } = startCard(unanswered);
  actor.send({ type: 'batch.choose', batchId: openBatch.id });
  actor.send({ type: 'cart.add', key: 'key-1' });
  await settled();
  actor.send({ type: 'batch.choose', batchId: otherBatch.id });
  actor.send({ type: 'cart.add', key: 'key-2' });
  await settled();
  expect(requests.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
});

it('the chosen batch of a course is cleared when that batch becomes full', () => {
  const { actor } = startCard({ kind: 'added' }, { batchId: openBatch.id });
  actor.send({ type: 'batches.update', batches: [{ ...openBatch, available: 0 }] });
  expect(actor.getSnapshot().context.batchId).toBeNull();
  expect(actor.getSnapshot().can({ type: 'cart.add', key: 'key-1' })).toBe(false);
});

it.each([
  ['a refusal', refused, full],
  ['no response', unanswered, { errorCode: 'NO_RESPONSE', message: null }],
  ['an unexpected error', new Error('unforeseen'), { errorCode: 'UNKNOWN_ERROR', message: null }],
])(
  'if adding a course fails (%s), the course’s card shows the failure until the student tries again or chooses another batch',
  async (_, outcome, failure) => {
    const { actor } = startCard(outcome, { batchId: openBatch.id });
    for (const next of [
      { type: 'cart.add', key: 'key-2' },
      { type: 'batch.choose', batchId: otherBatch.id },
    ] as const) {
      actor.send({ type: 'cart.add', key: 'key-1' });
      await settled();
      expect(actor.getSnapshot().hasTag('failed')).toBe(true);
      expect(actor.getSnapshot().context.failure).toEqual(failure);
      actor.send(next);
      expect(actor.getSnapshot().context.failure).toBeNull();
      await settled();
    }
    expect(actor.getSnapshot().value).toBe('idle');
    expect(actor.getSnapshot().context.batchId).toBe(otherBatch.id);
  },
);

it('a course whose addition the student discards from the outbox can be added again with a new idempotency key', async () => {
  const { actor, requests } = startCard({ kind: 'added' }, { batchId: openBatch.id, queuedKey: 'key-1' });
  actor.send({ type: 'outbox.discarded' });
  expect(actor.getSnapshot().value).toBe('idle');
  actor.send({ type: 'cart.add', key: 'key-2' });
  await settled();
  expect(requests.map(({ key }) => key)).toEqual(['key-2']);
});

it('after adding a course to the cart has failed, the student cannot try again with a batch that has become full', async () => {
  const { actor } = startCard(refused, { batchId: openBatch.id });
  actor.send({ type: 'cart.add', key: 'key-1' });
  await settled();
  expect(actor.getSnapshot().can({ type: 'batch.choose', batchId: fullBatch.id })).toBe(false);
  actor.send({ type: 'batches.update', batches: [fullBatch] });
  expect(actor.getSnapshot().can({ type: 'cart.add', key: 'key-2' })).toBe(false);
});

it('the student can choose another batch of a course while the card still shows that the course was added', async () => {
  const { actor } = startCard({ kind: 'added' }, { batchId: openBatch.id });
  actor.send({ type: 'cart.add', key: 'key-1' });
  await settled();
  expect(actor.getSnapshot().value).toBe('added');
  actor.send({ type: 'batches.update', batches: [openBatch, otherBatch] });
  expect(actor.getSnapshot().context.batchId).toBe(openBatch.id);
  actor.send({ type: 'batch.choose', batchId: fullBatch.id });
  expect(actor.getSnapshot().context.batchId).toBe(openBatch.id);
  actor.send({ type: 'batch.choose', batchId: otherBatch.id });
  expect(actor.getSnapshot().context.batchId).toBe(otherBatch.id);
});
