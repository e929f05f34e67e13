import { assign, emit, setup } from 'xstate';
import { addedReset } from '../contract/limits.ts';
import { type BatchChoice, hasSelectable } from './batch-rules.ts';
import {
  type CartAdded,
  type CartAddOutcome,
  type CartAddRequest,
  type CartFailure,
  failureOf,
  type OutboxEvent,
  unknownCartFailure,
} from './cart-add.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/** `queuedKey`: idempotency key of this course's outbox row, if the outbox still has one to send. */
export type AddToCartInput = {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId?: number | undefined;
  queuedKey?: string | undefined;
};

/** `key`: idempotency key of the add whose result is not known yet. */
type AddToCartContext = {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId: number | null;
  key: string | null;
  failure: CartFailure | null;
};

/** `cart.add` carries a new idempotency key, used unless the previous add still needs its own. */
export type AddToCartEvent =
  | { type: 'batches.update'; batches: readonly BatchChoice[] }
  | { type: 'batch.choose'; batchId: number }
  | { type: 'cart.add'; key: string }
  | OutboxEvent;

function addRequest({ context }: { context: AddToCartContext }): CartAddRequest {
  return {
    payload: { type: 'course', course_id: context.courseId, batch_id: context.batchId ?? 0 },
    key: context.key ?? '',
  };
}

/** The batch selector and the add button of one course. It runs as long as its card is mounted, so it has no final state. */
export const addToCartMachine = setup({
  types: {} as {
    context: AddToCartContext;
    events: AddToCartEvent;
    input: AddToCartInput;
    emitted: CartAdded;
    tags: 'busy' | 'failed';
  },
  actors: { addToCart: promisePlaceholder<CartAddOutcome, CartAddRequest>() },
  guards: {
    isQueuedAlready: ({ context }) => context.key !== null,
    isSelectable: ({ context, event }) =>
      event.type === 'batch.choose' && hasSelectable(context.batches, event.batchId),
    hasBatch: ({ context }) => context.batchId !== null,
    isAdded: (_, outcome: CartAddOutcome) => outcome.kind === 'added',
    isQueued: (_, outcome: CartAddOutcome) => outcome.kind === 'queued',
    isRefused: (_, outcome: CartAddOutcome) => outcome.kind === 'refused',
  },
  actions: {
    storeBatches: assign(({ context, event }) =>
      event.type === 'batches.update'
        ? { batches: event.batches, batchId: hasSelectable(event.batches, context.batchId) ? context.batchId : null }
        : {},
    ),
    storeBatch: assign(({ event }) =>
      event.type === 'batch.choose' ? { batchId: event.batchId, key: null, failure: null } : {},
    ),
    // An add without a response may have reached the server, so a retry uses the same key until the batch changes.
    storeKey: assign(({ context, event }) =>
      event.type === 'cart.add' ? { key: context.key ?? event.key, failure: null } : {},
    ),
    spendKey: assign({ key: null }),
    storeFailure: assign((_, outcome: CartAddOutcome) => ({ failure: failureOf(outcome) })),
    noteUnknownFailure: assign({ failure: unknownCartFailure }),
    storeOutboxRefusal: assign(({ event }) =>
      event.type === 'outbox.refused' ? { failure: event.failure, key: null } : {},
    ),
    announceAdded: emit({ type: 'cart.added' }),
  },
  delays: { addedReset },
}).createMachine({
  id: 'addToCart',
  description: 'Chooses a batch of a course and adds it to the cart.',
  initial: 'arriving',
  context: ({ input }) => ({
    courseId: input.courseId,
    batches: input.batches,
    batchId: input.batchId ?? null,
    key: input.queuedKey ?? null,
    failure: null,
  }),
  on: { 'batches.update': { actions: 'storeBatches' } },
  states: {
    arriving: {
      description: 'Checks whether an add from an earlier visit is still in the outbox.',
      always: [{ guard: 'isQueuedAlready', target: 'queued' }, { target: 'idle' }],
    },
    idle: {
      description: 'The student chooses a batch and adds the course.',
      on: {
        'batch.choose': { guard: 'isSelectable', actions: 'storeBatch' },
        'cart.add': { guard: 'hasBatch', target: 'adding', actions: 'storeKey' },
      },
    },
    adding: {
      description: 'The course is being added to the cart.',
      tags: 'busy',
      invoke: {
        id: 'addToCart',
        src: 'addToCart',
        input: addRequest,
        onDone: [
          { guard: withOutput('isAdded'), target: 'added' },
          { guard: withOutput('isQueued'), target: 'queued' },
          { guard: withOutput('isRefused'), target: 'failed', actions: ['spendKey', withOutput('storeFailure')] },
          { target: 'failed', actions: withOutput('storeFailure') },
        ],
        onError: { target: 'failed', actions: 'noteUnknownFailure' },
      },
    },
    added: {
      description: 'The course is in the cart; the button shows this for two seconds.',
      entry: ['spendKey', 'announceAdded'],
      on: { 'batch.choose': { guard: 'isSelectable', actions: 'storeBatch' } },
      after: { addedReset: { target: 'idle' } },
    },
    queued: {
      description: 'The add waits in the outbox for the connection.',
      on: {
        'outbox.delivered': { target: 'added' },
        'outbox.refused': { target: 'failed', actions: 'storeOutboxRefusal' },
        'outbox.discarded': { target: 'idle', actions: 'spendKey' },
      },
    },
    failed: {
      description: 'The course was not added, or the result is unknown; the student can try again.',
      tags: 'failed',
      on: {
        'batch.choose': { guard: 'isSelectable', target: 'idle', actions: 'storeBatch' },
        'cart.add': { guard: 'hasBatch', target: 'adding', actions: 'storeKey' },
      },
    },
  },
});
