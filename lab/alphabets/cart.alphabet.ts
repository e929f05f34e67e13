import type { AddToCartEvent, AddToCartInput } from '../../machines/add-to-cart.machine.ts';
import type { CartAddOutcome, OutboxEvent } from '../../machines/cart-add.ts';
import type { PackageSelectionEvent, PackageSelectionInput } from '../../machines/package-selection.machine.ts';
import type { PathEvent } from '../path-file.ts';
import type { Alphabet } from './alphabet.ts';
import type { SerializedEvent, SerializedInput } from './fixtures.ts';
import { cartFailure } from './samples.ts';

const cartOutcomes: Record<string, CartAddOutcome> = {
  added: { kind: 'added' },
  queued: { kind: 'queued' },
  refused: { kind: 'refused', failure: cartFailure },
  unanswered: { kind: 'unanswered', failure: { errorCode: 'NO_RESPONSE', message: null } },
};
const outboxEvents: SerializedEvent<OutboxEvent>[] = [
  { type: 'outbox.delivered' },
  { type: 'outbox.refused', failure: { fixture: 'failure.batchFull' } },
  { type: 'outbox.discarded' },
];
const course = { courseId: { fixture: 'course.id' }, batches: { fixture: 'course.batches' } } as const;
const addInputs: SerializedInput<AddToCartInput>[] = [
  course,
  { ...course, batchId: { fixture: 'batch.open' }, queuedKey: { fixture: 'key.queued' } },
];
const addEvents: SerializedEvent<AddToCartEvent>[] = [
  { type: 'batch.choose', batchId: { fixture: 'batch.open' } },
  { type: 'batch.choose', batchId: { fixture: 'batch.full' } },
  { type: 'batches.update', batches: { fixture: 'course.batches' } },
  { type: 'batches.update', batches: { fixture: 'course.fullBatches' } },
  { type: 'cart.add', key: { fixture: 'key.fresh' } },
  ...outboxEvents,
];

const firstCourse = { courseId: { fixture: 'package.firstCourse' } } as const;
const secondCourse = { courseId: { fixture: 'package.secondCourse' } } as const;
const packageId = { packageId: { fixture: 'package.id' } } as const;
const packageInputs: SerializedInput<PackageSelectionInput>[] = [
  { ...packageId, courses: { fixture: 'package.courses' } },
  { ...packageId, courses: { fixture: 'package.lackingCourses' } },
  {
    ...packageId,
    courses: { fixture: 'package.courses' },
    chosen: { fixture: 'package.chosen' },
    queuedKey: { fixture: 'key.queued' },
  },
];
const packageEvents: SerializedEvent<PackageSelectionEvent>[] = [
  { type: 'batch.choose', ...firstCourse, batchId: { fixture: 'batch.open' } },
  { type: 'batch.choose', ...secondCourse, batchId: { fixture: 'batch.other' } },
  { type: 'batch.choose', ...secondCourse, batchId: { fixture: 'batch.full' } },
  { type: 'batch.clear', ...firstCourse },
  { type: 'courses.update', courses: { fixture: 'package.courses' } },
  { type: 'courses.update', courses: { fixture: 'package.lackingCourses' } },
  { type: 'courses.update', courses: { fixture: 'package.movedCourses' } },
  { type: 'package.add', key: { fixture: 'key.fresh' } },
  ...outboxEvents,
];

/**
 * The states in which a path may give the machine a new list of batches or courses. The page gets such a list from a
 * search; none arrives while an item is being added to the cart.
 */
const statesToSearchIn = ['idle', 'choosing', 'choiceIncomplete', 'unavailable', 'ready', 'failed'];
const isUpdate = ({ type }: PathEvent) => type === 'batches.update' || type === 'courses.update';
const canCause = (from: string, event: PathEvent) => !isUpdate(event) || statesToSearchIn.includes(from);

export const addToCartAlphabet = {
  inputs: addInputs,
  events: addEvents,
  outcomes: { addToCart: cartOutcomes },
  canCause,
} satisfies Alphabet;

export const packageSelectionAlphabet = {
  inputs: packageInputs,
  events: packageEvents,
  outcomes: { addToCart: cartOutcomes },
  canCause,
} satisfies Alphabet;
