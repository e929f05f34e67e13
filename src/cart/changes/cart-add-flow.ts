import { fromPromise } from 'xstate';
import type { CartAdd } from '../../../contract/cart.ts';
import { addToCartMachine } from '../../../machines/add-to-cart.machine.ts';
import type { CartAddOutcome, CartAddRequest } from '../../../machines/cart-add.ts';
import { packageSelectionMachine } from '../../../machines/package-selection.machine.ts';
import type { OutboxOutcome } from '../../offline/outbox/notice.ts';
import type { Outbox } from '../../offline/outbox/outbox.ts';
import type { OutboxAction } from '../../offline/outbox/row.ts';
import { signedOutFailure } from '../cart-texts.ts';

/** The methods of the outbox that adding to the cart and removing from it use. */
export type CartOutbox = Pick<Outbox, 'submit' | 'subscribe'>;

export type CartAddDeps = {
  outbox: CartOutbox;
  /**
   * Resolves with the signed-in student, or null for a visitor, once that is known. A page whose HTML contains offers can be
   * used a moment before.
   */
  identified: () => Promise<{ id: string } | null>;
  /** Name and shown price (rupees) of the course or package that `payload` adds, for the list of waiting changes. */
  describeItem: (payload: CartAdd) => Pick<OutboxAction, 'title' | 'quotedPrice' | 'shownPrice'>;
};

/**
 * Converts the outbox's result of an add to the result for the machines. An add that is stored until the student signs in
 * counts as queued.
 */
export function toAddOutcome(outcome: OutboxOutcome): CartAddOutcome {
  if (outcome.kind === 'delivered') return { kind: 'added' };
  if (outcome.kind === 'queued') return { kind: 'queued' };
  if (outcome.kind === 'signedOut')
    return outcome.key ? { kind: 'queued' } : { kind: 'refused', failure: { ...signedOutFailure } };
  const failure = { errorCode: outcome.fault.code, message: outcome.fault.message };
  return { kind: outcome.kind, failure };
}

/**
 * The machines of the course and package cards on Book Online, with their actors. They add to the cart through the
 * outbox, which stores an add before sending it.
 */
export function createCartAddFlow({ outbox, identified, describeItem }: CartAddDeps) {
  const addToCart = fromPromise<CartAddOutcome, CartAddRequest>(async ({ input }) => {
    const student = await identified();
    const action = { kind: 'cart.add', ...input, ...describeItem(input.payload) } as const;
    return toAddOutcome(await outbox.submit(action, student?.id ?? null));
  });
  return {
    course: addToCartMachine.provide({ actors: { addToCart } }),
    package: packageSelectionMachine.provide({ actors: { addToCart } }),
  };
}
