import { assign, emit, setup } from 'xstate';
import { addedReset } from '../contract/limits.ts';
import {
  type ChosenBatches,
  type CourseChoice,
  coursesWithoutBatches,
  hasSelectable,
  keepSelectable,
  selectionProgress,
} from './batch-rules.ts';
import {
  type CartAddContext,
  type CartAdded,
  type CartAddOutcome,
  type CartAddRequest,
  cartAddGuards,
  cartAddStates,
  failureOf,
  type OutboxEvent,
  unknownCartFailure,
} from './cart-add.ts';
import { promisePlaceholder } from './placeholder.ts';

/**
 * Input of the machine. `queuedKey`: idempotency key of the outbox row that adds this package, if such a row still
 * waits to be sent.
 */
export type PackageSelectionInput = {
  packageId: number;
  courses: readonly CourseChoice[];
  chosen?: ChosenBatches | undefined;
  queuedKey?: string | undefined;
};

/**
 * Context of the machine. The error code PACKAGE_INCOMPLETE in `failure`: the student tried to add the package before
 * choosing a batch for every course.
 */
type PackageSelectionContext = CartAddContext & {
  packageId: number;
  courses: readonly CourseChoice[];
  chosen: ChosenBatches;
};

/**
 * `package.add` carries a new idempotency key. While the result of an earlier attempt to add the package is unknown,
 * the machine ignores the new key and sends the key of that attempt again.
 */
export type PackageSelectionEvent =
  | { type: 'courses.update'; courses: readonly CourseChoice[] }
  | { type: 'batch.choose'; courseId: number; batchId: number }
  | { type: 'batch.clear'; courseId: number }
  | { type: 'package.add'; key: string }
  | OutboxEvent;

function addRequest({ context }: { context: PackageSelectionContext }): CartAddRequest {
  const batches = Object.entries(context.chosen).map(([id, batch_id]) => ({ course_id: Number(id), batch_id }));
  return { payload: { type: 'package', package_id: context.packageId, batches }, key: context.key ?? '' };
}

function isSelectable({ context, event }: { context: PackageSelectionContext; event: PackageSelectionEvent }) {
  if (event.type !== 'batch.choose') return false;
  const course = context.courses.find(({ id }) => id === event.courseId);
  return course !== undefined && hasSelectable(course.batches, event.batchId);
}

const states = cartAddStates('package', 'choosing', addRequest);

/**
 * The batch selectors and the add button of one package. The machine runs as long as the package's card is mounted, so
 * it has no final state.
 */
export const packageSelectionMachine = setup({
  types: {} as {
    context: PackageSelectionContext;
    events: PackageSelectionEvent;
    input: PackageSelectionInput;
    emitted: CartAdded;
    tags: 'busy' | 'failed';
  },
  actors: { addToCart: promisePlaceholder<CartAddOutcome, CartAddRequest>() },
  guards: {
    ...cartAddGuards,
    isSelectable,
    isLackingBatches: ({ context }) => coursesWithoutBatches(context.courses).length > 0,
    canAdd: ({ context }) =>
      coursesWithoutBatches(context.courses).length === 0 && selectionProgress(context).remaining === 0,
  },
  actions: {
    storeCourses: assign(({ context, event }) =>
      event.type === 'courses.update'
        ? { courses: event.courses, chosen: keepSelectable(event.courses, context.chosen) }
        : {},
    ),
    dropUnselectable: assign(({ context }) => ({ chosen: keepSelectable(context.courses, context.chosen) })),
    storeBatch: assign(({ context, event }) =>
      event.type === 'batch.choose'
        ? { chosen: { ...context.chosen, [event.courseId]: event.batchId }, key: null, failure: null }
        : {},
    ),
    clearBatch: assign(({ context, event }) => {
      if (event.type !== 'batch.clear') return {};
      const { [event.courseId]: _cleared, ...chosen } = context.chosen;
      return { chosen, key: null, failure: null };
    }),
    // If an attempt to add the package got no response, it may have reached the server. A retry therefore uses the same
    // idempotency key until the student changes a batch.
    storeKey: assign(({ context, event }) =>
      event.type === 'package.add' ? { key: context.key ?? event.key, failure: null } : {},
    ),
    spendKey: assign({ key: null }),
    storeFailure: assign((_, outcome: CartAddOutcome) => ({ failure: failureOf(outcome) })),
    noteUnknownFailure: assign({ failure: unknownCartFailure }),
    noteIncomplete: assign({ failure: { errorCode: 'PACKAGE_INCOMPLETE', message: null } }),
    storeOutboxRefusal: assign(({ event }) =>
      event.type === 'outbox.refused' ? { failure: event.failure, key: null } : {},
    ),
    announceAdded: emit({ type: 'cart.added' }),
  },
  delays: { addedReset },
}).createMachine({
  id: 'packageSelection',
  description: 'Chooses a batch for each course of a package and adds it to the cart.',
  initial: 'arriving',
  context: ({ input }) => ({
    packageId: input.packageId,
    courses: input.courses,
    chosen: input.chosen ?? {},
    key: input.queuedKey ?? null,
    failure: null,
  }),
  on: { 'courses.update': { actions: 'storeCourses' } },
  states: {
    arriving: {
      description: 'Checks whether an add from an earlier visit is still in the outbox.',
      always: [
        { guard: 'isQueuedAlready', target: 'queued' },
        { target: 'choosing', actions: 'dropUnselectable' },
      ],
    },
    choosing: {
      description: 'Some course has no batch chosen yet.',
      always: [
        { guard: 'isLackingBatches', target: 'unavailable' },
        { guard: 'canAdd', target: 'ready' },
      ],
      on: {
        'batch.choose': { guard: 'isSelectable', actions: 'storeBatch' },
        'batch.clear': { actions: 'clearBatch' },
        'package.add': { target: 'choiceIncomplete', actions: 'noteIncomplete' },
      },
    },
    unavailable: {
      description: 'Some course has no batch to choose, so the package cannot be added.',
      on: { 'courses.update': { target: 'choosing', actions: 'storeCourses' } },
    },
    ready: {
      description: 'Every course has its batch.',
      on: {
        'courses.update': { target: 'choosing', actions: 'storeCourses' },
        'batch.choose': { guard: 'isSelectable', actions: 'storeBatch' },
        'batch.clear': { target: 'choosing', actions: 'clearBatch' },
        'package.add': { target: 'adding', actions: 'storeKey' },
      },
    },
    choiceIncomplete: {
      description: 'The student tried to add the package before choosing every batch.',
      tags: 'failed',
      always: { guard: 'isLackingBatches', target: 'unavailable' },
      on: {
        'batch.choose': { guard: 'isSelectable', target: 'choosing', actions: 'storeBatch' },
        'batch.clear': { target: 'choosing', actions: 'clearBatch' },
      },
    },
    adding: states.adding,
    added: states.added,
    // On leaving `queued`, drop chosen batches that have become full or closed while the package was queued.
    queued: { ...states.queued, exit: 'dropUnselectable' },
    failed: {
      ...states.failed,
      on: {
        'batch.choose': { guard: 'isSelectable', target: 'choosing', actions: 'storeBatch' },
        'batch.clear': { target: 'choosing', actions: 'clearBatch' },
        'package.add': [
          { guard: 'canAdd', target: 'adding', actions: 'storeKey' },
          { target: 'choiceIncomplete', actions: 'noteIncomplete' },
        ],
      },
    },
  },
});
