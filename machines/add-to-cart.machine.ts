import { assign, emit, setup } from 'xstate';
import { addedReset } from '../contract/limits.ts';
import { type BatchChoice, hasSelectable } from './batch-rules.ts';
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
 * Input of the add-to-cart machine. `queuedKey`: idempotency key of the outbox row that adds this course, if such a row
 * still waits to be sent.
 */
export type AddToCartInput = {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId?: number | undefined;
  queuedKey?: string | undefined;
};

type AddToCartContext = CartAddContext & {
  courseId: number;
  batches: readonly BatchChoice[];
  batchId: number | null;
};

/**
 * `cart.add` carries a new idempotency key. While the result of an earlier attempt to add the course is unknown, the
 * machine ignores the new key and sends the key of that attempt again.
 */
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

const states = cartAddStates('course', 'idle', addRequest);

/**
 * The batch selector and the add button of one course. The machine runs as long as the course's card is mounted, so it
 * has no final state.
 */
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
    ...cartAddGuards,
    isSelectable: ({ context, event }) =>
      event.type === 'batch.choose' && hasSelectable(context.batches, event.batchId),
    hasBatch: ({ context }) => context.batchId !== null,
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
    // If an attempt to add the course got no response, it may have reached the server. A retry therefore uses the same
    // idempotency key until the student chooses another batch.
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
    adding: states.adding,
    added: {
      ...states.added,
      on: { 'batch.choose': { guard: 'isSelectable', actions: 'storeBatch' } },
    },
    queued: states.queued,
    failed: {
      ...states.failed,
      on: {
        'batch.choose': { guard: 'isSelectable', target: 'idle', actions: 'storeBatch' },
        'cart.add': { guard: 'hasBatch', target: 'adding', actions: 'storeKey' },
      },
    },
  },
});
