import { assign, emit, setup } from 'xstate';
import { addedReset } from '../contract/limits.ts';
import type { AddToCartContext, AddToCartEvent, AddToCartInput } from './add-to-cart.types.ts';
import { hasSelectable } from './batch-rules.ts';
import {
  type CartAdded,
  type CartAddOutcome,
  type CartAddRequest,
  failureOf,
  unknownCartFailure,
} from './cart-add.types.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

function addRequest({ context }: { context: AddToCartContext }): CartAddRequest {
  return {
    payload: { type: 'course', course_id: context.courseId, batch_id: context.batchId ?? 0 },
    key: context.key ?? '',
  };
}

/** Button and batch selector of one course (document 1, section 4). It lasts as long as its card, so it never ends. */
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
    // An add without an answer may have arrived: it keeps its key until the choice changes.
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
      description: 'An add of an earlier visit may still wait in the outbox.',
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
      description: 'The course is on its way to the cart.',
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
      description: 'The course is in the cart; the button says so for a moment.',
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
      description: 'The course was not added, or nobody knows; it can be tried again.',
      tags: 'failed',
      on: {
        'batch.choose': { guard: 'isSelectable', target: 'idle', actions: 'storeBatch' },
        'cart.add': { guard: 'hasBatch', target: 'adding', actions: 'storeKey' },
      },
    },
  },
});
