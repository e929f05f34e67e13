import type { AddToCartEvent, AddToCartInput } from '../../machines/add-to-cart.types.ts';
import type { CartAddOutcome, OutboxEvent } from '../../machines/cart-add.types.ts';
import type { PackageSelectionEvent, PackageSelectionInput } from '../../machines/package-selection.types.ts';
import type { Alphabet } from './paths.ts';
import { answers } from './replay.ts';
import { closedBatch, fullBatch, openBatch, otherBatch } from './samples.ts';

const batchFull = { errorCode: 'BATCH_FULL', message: 'This batch is full.' };
const cartOutcomes: CartAddOutcome[] = [
  { kind: 'added' },
  { kind: 'queued' },
  { kind: 'refused', failure: batchFull },
  { kind: 'unanswered', failure: { errorCode: 'NO_RESPONSE', message: null } },
];
const outboxEvents: OutboxEvent[] = [
  { type: 'outbox.delivered' },
  { type: 'outbox.refused', failure: batchFull },
  { type: 'outbox.discarded' },
];
const batches = [openBatch, otherBatch, fullBatch, closedBatch];
const addInputs: AddToCartInput[] = [
  { courseId: 7, batches },
  { courseId: 7, batches, batchId: 71, queuedKey: 'key-0' },
];
const addEvents: AddToCartEvent[] = [
  { type: 'batch.choose', batchId: 71 },
  { type: 'batch.choose', batchId: 73 },
  { type: 'batches.update', batches: [fullBatch] },
  { type: 'cart.add', key: 'key-1' },
  ...outboxEvents,
];

const courses = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [otherBatch, fullBatch] },
];
const lackingCourses = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [fullBatch] },
];
const movedCourses = [
  { id: 1, batches: [openBatch] },
  { id: 2, batches: [{ ...openBatch, id: 75 }] },
];
const packageInputs: PackageSelectionInput[] = [
  { packageId: 5, courses },
  { packageId: 5, courses, chosen: { 1: 71, 2: 72 }, queuedKey: 'key-0' },
];
const packageEvents: PackageSelectionEvent[] = [
  { type: 'batch.choose', courseId: 1, batchId: 71 },
  { type: 'batch.choose', courseId: 2, batchId: 72 },
  { type: 'batch.choose', courseId: 2, batchId: 73 },
  { type: 'batch.clear', courseId: 1 },
  { type: 'courses.update', courses },
  { type: 'courses.update', courses: lackingCourses },
  { type: 'courses.update', courses: movedCourses },
  { type: 'package.add', key: 'key-1' },
  ...outboxEvents,
];

export const addToCartAlphabet: Alphabet = {
  inputs: addInputs,
  events: [...addEvents, ...answers('addToCart', cartOutcomes), { type: 'xstate.after.addedReset.addToCart.added' }],
};

export const packageSelectionAlphabet: Alphabet = {
  inputs: packageInputs,
  events: [
    ...packageEvents,
    ...answers('addToCart', cartOutcomes),
    { type: 'xstate.after.addedReset.packageSelection.added' },
  ],
};
