import type { addToCart, CartAdd, removeFromCart, swapBatch } from '../contract/cart.ts';
import type { RefusalCode } from '../contract/endpoint.ts';
import { withOutput } from './placeholder.ts';

/*
 * The part that the machines for a course (`add-to-cart.machine.ts`) and a package (`package-selection.machine.ts`)
 * share: adding the item to the cart once it has been chosen.
 */

/** Input of the `addToCart` actor: the request body and its idempotency key. */
export type CartAddRequest = { payload: CartAdd; key: string };

/** Error codes of the site itself, for failures that the server did not report. */
type SiteErrorCode =
  | 'NO_RESPONSE'
  | 'REQUEST_SETUP_ERROR'
  | 'SIGNED_OUT'
  | 'UNKNOWN_ERROR'
  // The outbox sets the codes below.
  | 'DEVICE_FULL'
  | 'DISCARDED'
  | 'NOT_STORED'
  | 'OUTDATED'
  | 'UNCONFIRMED'
  | 'UNREADABLE';

export type CartErrorCode =
  | RefusalCode<typeof addToCart>
  | RefusalCode<typeof removeFromCart>
  | RefusalCode<typeof swapBatch>
  | SiteErrorCode;

/** A failed cart call. `message`: the server's own text, null if it sent none. */
export type CartFailure = { errorCode: CartErrorCode; message: string | null };

/**
 * Result of adding an item. `queued`: the outbox sends the request when the connection is back. `refused`: the server
 * rejected it. `unanswered`: no response, so the request may have arrived; a retry must use the same key.
 */
export type CartAddOutcome =
  | { kind: 'added' }
  | { kind: 'queued' }
  | { kind: 'refused'; failure: CartFailure }
  | { kind: 'unanswered'; failure: CartFailure };

/**
 * What the outbox reports to a state machine about the outbox row that adds the machine's course or package. The row
 * and the machine use the same idempotency key.
 */
export type OutboxEvent =
  | { type: 'outbox.delivered' }
  | { type: 'outbox.refused'; failure: CartFailure }
  | { type: 'outbox.discarded' };

/** Emitted when the course or package has been added to the cart. */
export type CartAdded = { type: 'cart.added' };

export const unknownCartFailure: CartFailure = { errorCode: 'UNKNOWN_ERROR', message: null };

/** Why a course or package was not added to the cart; null if it was added or queued. */
export function failureOf(outcome: CartAddOutcome): CartFailure | null {
  return 'failure' in outcome ? outcome.failure : null;
}

/**
 * `key`: the idempotency key of the last attempt to add the item, while the result of the attempt is not known;
 * otherwise null.
 */
export type CartAddContext = { key: string | null; failure: CartFailure | null };

/**
 * Guards that the state machines for adding a course and for adding a package share. They cannot share the actions that
 * `cartAddStates` names, because XState types `assign` and `emit` by the context and events of one machine. So each
 * machine defines these actions itself.
 */
export const cartAddGuards = {
  isQueuedAlready: ({ context }: { context: CartAddContext }) => context.key !== null,
  isAdded: (_: unknown, outcome: CartAddOutcome) => outcome.kind === 'added',
  isQueued: (_: unknown, outcome: CartAddOutcome) => outcome.kind === 'queued',
  isRefused: (_: unknown, outcome: CartAddOutcome) => outcome.kind === 'refused',
};

/**
 * Creates the states from the tap on the add button to the result of the add. The machines for a course and for a
 * package share them. `item`: 'course' or 'package', for the descriptions of the states. `idle`: name of the state
 * before the tap. `input`: creates the input of the `addToCart` actor.
 */
export function cartAddStates<const Idle extends string, Input>(item: string, idle: Idle, input: Input) {
  return {
    adding: {
      description: `The ${item} is being added to the cart.`,
      tags: 'busy',
      invoke: {
        id: 'addToCart',
        src: 'addToCart',
        input,
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
      description: `The ${item} is in the cart; the button shows this for two seconds.`,
      entry: ['spendKey', 'announceAdded'],
      after: { addedReset: { target: idle } },
    },
    queued: {
      description: 'The add waits in the outbox for the connection.',
      on: {
        'outbox.delivered': { target: 'added' },
        'outbox.refused': { target: 'failed', actions: 'storeOutboxRefusal' },
        'outbox.discarded': { target: idle, actions: 'spendKey' },
      },
    },
    failed: {
      description: `The ${item} was not added, or the result is unknown; the student can try again.`,
      tags: 'failed',
    },
  } as const;
}
