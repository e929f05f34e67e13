import { fromPromise } from 'xstate';
import type { CartAdd } from '../../contract/cart.ts';
import { addToCartMachine } from '../../machines/add-to-cart.machine.ts';
import type { CartAddOutcome, CartAddRequest } from '../../machines/cart-add.types.ts';
import { packageSelectionMachine } from '../../machines/package-selection.machine.ts';
import type { Outbox } from '../offline/outbox.ts';
import type { OutboxOutcome } from '../offline/outbox-notice.ts';
import { signInFirst } from './cart-texts.ts';

/** What adding and removing need of the outbox. */
export type CartOutbox = Pick<Outbox, 'submit' | 'subscribe'>;

export type CartAddFlowParts = {
  outbox: CartOutbox;
  /** Name and shown price (rupees) of what a payload adds, as the list of waiting changes tells them. */
  tellOf: (payload: CartAdd) => { title: string; quotedPrice: number | null };
};

/** An action's end in the machines' words: what the outbox keeps until somebody signs in waits like the rest. */
export function toAddOutcome(outcome: OutboxOutcome): CartAddOutcome {
  if (outcome.kind === 'delivered') return { kind: 'added' };
  if (outcome.kind === 'queued') return { kind: 'queued' };
  if (outcome.kind === 'signedOut')
    return outcome.key ? { kind: 'queued' } : { kind: 'refused', failure: { ...signInFirst } };
  const failure = { errorCode: outcome.fault.code, message: outcome.fault.message };
  return { kind: outcome.kind, failure };
}

/** The machines of Book Online bound to the outbox, which keeps an add before it sends it. One flow serves all cards. */
export function createCartAddFlow({ outbox, tellOf }: CartAddFlowParts) {
  const addToCart = fromPromise<CartAddOutcome, CartAddRequest>(async ({ input }) =>
    toAddOutcome(await outbox.submit({ kind: 'cart.add', ...input, ...tellOf(input.payload) })),
  );
  return {
    outbox,
    course: addToCartMachine.provide({ actors: { addToCart } }),
    package: packageSelectionMachine.provide({ actors: { addToCart } }),
  };
}

export type CartAddFlow = ReturnType<typeof createCartAddFlow>;
