import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { fullBatch, openBatch, otherBatch } from '../../lab/alphabets/samples.ts';
import { type CourseChoice, selectionProgress } from '../../machines/batch-rules.ts';
import type { CartAddOutcome, CartAddRequest, CartFailure } from '../../machines/cart-add.ts';
import { type PackageSelectionInput, packageSelectionMachine } from '../../machines/package-selection.machine.ts';
import { settled } from './settled.ts';

const courses: CourseChoice[] = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [otherBatch, fullBatch] },
];

function startPackage(
  outcome: CartAddOutcome | Error = { kind: 'added' },
  offered = courses,
  input: Pick<PackageSelectionInput, 'chosen' | 'queuedKey'> = {},
) {
  const requests: CartAddRequest[] = [];
  const clock = new SimulatedClock();
  const addToCart = fromPromise<CartAddOutcome, CartAddRequest>(async ({ input: request }) => {
    requests.push(request);
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const machine = packageSelectionMachine.provide({ actors: { addToCart } });
  const actor = createActor(machine, { clock, input: { packageId: 5, courses: offered, ...input } });
  const added = vi.fn();
  actor.on('cart.added', added);
  actor.start();
  const choose = (courseId: number, batchId: number) => actor.send({ type: 'batch.choose', courseId, batchId });
  const add = (key: string) => actor.send({ type: 'package.add', key });
  return { actor, clock, requests, added, choose, add };
}

it('a package can be added to the cart only while every one of its courses has a chosen batch', () => {
  const { actor, choose } = startPackage();
  const progress = () => selectionProgress(actor.getSnapshot().context);
  expect(progress()).toEqual({ chosen: 0, total: 2, remaining: 2 });
  choose(2, otherBatch.id);
  expect(progress()).toEqual({ chosen: 1, total: 2, remaining: 1 });
  expect(actor.getSnapshot().value).toBe('choosing');
  choose(1, openBatch.id);
  expect(actor.getSnapshot().value).toBe('ready');
  actor.send({ type: 'batch.clear', courseId: 1 });
  expect(actor.getSnapshot().value).toBe('choosing');
});

it('adding a package to the cart while a course has no chosen batch sends nothing and asks for the missing batch', () => {
  const { actor, choose, add, requests } = startPackage();
  choose(1, openBatch.id);
  add('key-1');
  expect(actor.getSnapshot().value).toBe('choiceIncomplete');
  expect(actor.getSnapshot().context.failure?.errorCode).toBe('PACKAGE_INCOMPLETE');
  expect(requests).toEqual([]);
  choose(2, otherBatch.id);
  expect(actor.getSnapshot().value).toBe('ready');
  expect(actor.getSnapshot().context.failure).toBeNull();
});

it('a package cannot be added to the cart while one of its courses has no batch with free seats', () => {
  const { actor } = startPackage({ kind: 'added' }, [...courses, { id: 3, batches: [fullBatch] }]);
  expect(actor.getSnapshot().value).toBe('unavailable');
  expect(actor.getSnapshot().can({ type: 'package.add', key: 'key-1' })).toBe(false);
  actor.send({ type: 'courses.update', courses });
  expect(actor.getSnapshot().value).toBe('choosing');
});

it('in a package, the student can choose neither a full batch nor a batch of a course outside the package', () => {
  const { actor } = startPackage();
  expect(actor.getSnapshot().can({ type: 'batch.choose', courseId: 2, batchId: fullBatch.id })).toBe(false);
  expect(actor.getSnapshot().can({ type: 'batch.choose', courseId: 9, batchId: openBatch.id })).toBe(false);
});

it('no full batch can be chosen in a package, and no batch at all while the package waits in the outbox', async () => {
  const chooseFull = { type: 'batch.choose', courseId: 2, batchId: fullBatch.id } as const;
  const { actor, add } = startPackage(full, courses, { chosen: both });
  expect(actor.getSnapshot().value).toBe('ready');
  expect(actor.getSnapshot().can(chooseFull)).toBe(false);
  add('key-1');
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  expect(actor.getSnapshot().can(chooseFull)).toBe(false);
  const queued = startPackage(undefined, courses, { chosen: both, queuedKey: 'key-1' });
  expect(queued.actor.getSnapshot().can({ ...chooseFull, batchId: otherBatch.id })).toBe(false);
  queued.actor.send({ type: 'outbox.delivered' });
  expect(queued.actor.getSnapshot()).toMatchObject({ value: 'added', context: { key: null } });
  expect(queued.added).toHaveBeenCalledTimes(1);
});

it('after a package is added to the cart, the confirmation lasts exactly 2 seconds and the package can then be added again', async () => {
  const { actor, clock, requests, added, choose, add } = startPackage();
  expect(actor.getSnapshot().context).toEqual({ packageId: 5, courses, chosen: {}, key: null, failure: null });
  choose(2, otherBatch.id);
  choose(1, openBatch.id);
  add('key-1');
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await settled();
  expect(added).toHaveBeenCalledExactlyOnceWith({ type: 'cart.added' });
  expect(actor.getSnapshot().context).toMatchObject({ key: null, failure: null });
  const chosen = [
    { course_id: 1, batch_id: 71 },
    { course_id: 2, batch_id: 72 },
  ];
  expect(requests).toEqual([{ payload: { type: 'package', package_id: 5, batches: chosen }, key: 'key-1' }]);
  clock.increment(1999);
  expect(actor.getSnapshot().value).toBe('added');
  clock.increment(1);
  expect(actor.getSnapshot().value).toBe('ready');
});

it('a second try to add a package keeps the batches, and the idempotency key too if the first try got no response', async () => {
  const unsure = startPackage({ kind: 'unanswered', failure: { errorCode: 'NO_RESPONSE', message: null } });
  const sure = startPackage({ kind: 'refused', failure: { errorCode: 'BATCH_FULL', message: 'Full.' } });
  for (const { actor, choose, add } of [unsure, sure]) {
    choose(1, openBatch.id);
    choose(2, otherBatch.id);
    add('key-1');
    await settled();
    add('key-2');
    await settled();
    expect(actor.getSnapshot().value).toBe('failed');
    expect(actor.getSnapshot().context.chosen).toEqual({ 1: 71, 2: 72 });
  }
  expect(unsure.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  expect(sure.requests.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
});

it('when adding a package got no response, adding it with another batch uses a new idempotency key', async () => {
  const secondBatch = { ...otherBatch, id: 75 };
  const offered = [
    { id: 1, batches: [openBatch] },
    { id: 2, batches: [otherBatch, secondBatch] },
  ];
  const unanswered: CartAddOutcome = { kind: 'unanswered', failure: { errorCode: 'NO_RESPONSE', message: null } };
  const { actor, requests, choose, add } = startPackage(unanswered, offered);
  choose(1, openBatch.id);
  choose(2, otherBatch.id);
  add('key-1');
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  choose(2, secondBatch.id);
  add('key-2');
  await settled();
  expect(requests.map(({ key }) => key)).toEqual(['key-1', 'key-2']);
  expect(requests.at(-1)?.payload).toMatchObject({ batches: [{ batch_id: openBatch.id }, { batch_id: 75 }] });
});

it('when a chosen batch of a package becomes full, that batch is deselected and the other chosen batches stay', () => {
  const { actor, choose } = startPackage();
  choose(1, openBatch.id);
  choose(2, otherBatch.id);
  actor.send({
    type: 'courses.update',
    courses: [
      { id: 1, batches: [openBatch] },
      {
        id: 2,
        batches: [
          { ...otherBatch, available: 0 },
          { ...openBatch, id: 75 },
        ],
      },
    ],
  });
  expect(actor.getSnapshot().value).toBe('choosing');
  expect(actor.getSnapshot().context.chosen).toEqual({ 1: 71 });
});

const both = { 1: openBatch.id, 2: otherBatch.id };
const full: CartAddOutcome = { kind: 'refused', failure: { errorCode: 'BATCH_FULL', message: 'Full.' } };
const cleared = { type: 'batch.clear', courseId: 2 } as const;

it('a package whose batches were all chosen before a reload is ready to be added to the cart', () => {
  expect(startPackage(undefined, courses, { chosen: both }).actor.getSnapshot().value).toBe('ready');
});

it('after a reload, a package that waits in the outbox can be discarded there and added again with a new idempotency key', async () => {
  const { actor, add, requests } = startPackage(undefined, courses, { chosen: both, queuedKey: 'key-1' });
  expect(actor.getSnapshot().value).toBe('queued');
  actor.send({ type: 'outbox.discarded' });
  expect(actor.getSnapshot().value).toBe('ready');
  add('key-2');
  await settled();
  expect(requests.map(({ key }) => key)).toEqual(['key-2']);
});

it('when the server refuses a package from the outbox, the refusal is shown and the next try has a new idempotency key', async () => {
  const { actor, add, requests } = startPackage(undefined, courses, { chosen: both, queuedKey: 'key-1' });
  const failure: CartFailure = { errorCode: 'BATCH_FULL', message: 'Full.' };
  actor.send({ type: 'outbox.refused', failure });
  expect(actor.getSnapshot()).toMatchObject({ value: 'failed', context: { failure } });
  add('key-2');
  expect(actor.getSnapshot().context.failure).toBeNull();
  await settled();
  expect(requests.map(({ key }) => key)).toEqual(['key-2']);
});

it.each([
  [{ type: 'outbox.discarded' }, 'choosing'],
  [{ type: 'outbox.refused', failure: { errorCode: 'BATCH_FULL', message: 'Full.' } }, 'failed'],
] as const)(
  'after the event %j, only batches that can be booked stay chosen in a package, and the other courses need a new choice',
  (event, state) => {
    const chosen = { 1: openBatch.id, 2: fullBatch.id, 9: otherBatch.id };
    const { actor, add, requests } = startPackage(undefined, courses, { chosen, queuedKey: 'key-1' });
    expect(actor.getSnapshot().context.chosen).toEqual(chosen);
    actor.send(event);
    expect(actor.getSnapshot()).toMatchObject({ value: state, context: { chosen: { 1: openBatch.id } } });
    expect(selectionProgress(actor.getSnapshot().context)).toEqual({ chosen: 1, total: 2, remaining: 1 });
    add('key-2');
    expect(actor.getSnapshot().value).toBe('choiceIncomplete');
    expect(requests).toEqual([]);
  },
);

it('the page of a package discards a stored choice of a batch that cannot be booked, unless the package waits in the outbox', () => {
  const { actor } = startPackage(undefined, courses, { chosen: { 1: openBatch.id, 2: fullBatch.id } });
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { chosen: { 1: openBatch.id } } });
});

it('if adding a package fails for an unknown reason, the error code is UNKNOWN_ERROR', async () => {
  const { actor, add } = startPackage(new Error('unforeseen'), courses, { chosen: both });
  add('key-1');
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  expect(actor.getSnapshot().context.failure).toEqual({ errorCode: 'UNKNOWN_ERROR', message: null });
});

it('clearing one chosen batch of a package that could not be added to the cart removes the error and keeps the other chosen batch', async () => {
  const { actor, add } = startPackage(full, courses, { chosen: both });
  add('key-1');
  await settled();
  actor.send(cleared);
  expect(actor.getSnapshot().value).toBe('choosing');
  expect(actor.getSnapshot().context).toMatchObject({ failure: null, key: null, chosen: { 1: openBatch.id } });
});

it('after adding a package has failed, trying again sends no request if one of the chosen batches has become full', async () => {
  const { actor, add, requests } = startPackage(full, courses, { chosen: both });
  add('key-1');
  await settled();
  actor.send({
    type: 'courses.update',
    courses: [
      { id: 1, batches: [openBatch] },
      { id: 2, batches: [fullBatch, { ...otherBatch, id: 75 }] },
    ],
  });
  add('key-2');
  expect(actor.getSnapshot().value).toBe('choiceIncomplete');
  expect(actor.getSnapshot().context.failure).toEqual({ errorCode: 'PACKAGE_INCOMPLETE', message: null });
  expect(requests).toHaveLength(1);
});

it('a package becomes unavailable when one of its courses has no chosen batch and no batch left that can be booked', () => {
  const { actor, add, choose } = startPackage();
  choose(1, openBatch.id);
  add('key-1');
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  actor.send({
    type: 'courses.update',
    courses: [
      { id: 1, batches: [openBatch] },
      { id: 2, batches: [fullBatch] },
    ],
  });
  expect(actor.getSnapshot().value).toBe('unavailable');
});

it('a chosen batch of a package can be cleared while another course of the package has no chosen batch', () => {
  const { actor, add, choose } = startPackage();
  choose(2, otherBatch.id);
  actor.send(cleared);
  expect(actor.getSnapshot().context.chosen).toEqual({});
  choose(2, otherBatch.id);
  add('key-1');
  expect(actor.getSnapshot().value).toBe('choiceIncomplete');
  expect(actor.getSnapshot().can({ type: 'batch.choose', courseId: 2, batchId: fullBatch.id })).toBe(false);
  actor.send(cleared);
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { chosen: {}, failure: null } });
});
