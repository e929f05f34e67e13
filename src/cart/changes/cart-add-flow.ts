import { fromPromise } from 'xstate';
import type { CartAdd } from '../../../contract/cart.ts';
import { addToCartMachine } from '../../../machines/add-to-cart.machine.ts';
import type { CartAddOutcome, CartAddRequest } from '../../../machines/cart-add.ts';
import { packageSelectionMachine } from '../../../machines/package-selection.machine.ts';
import type { OutboxOutcome } from '../../offline/outbox/notice.ts';
import type { Outbox } from '../../offline/outbox/outbox.ts';
import type { OutboxAction } from '../../offline/outbox/row.ts';
import { signedOutFailure } from '../cart-texts.ts';

/** What the cart's screens need of the outbox. */
export type CartOutbox = Pick<Outbox, 'submit' | 'subscribe' | 'rows' | 'forgetDelivered'>;

export type CartAddDeps = {
  outbox: CartOutbox;
  /**
   * Resolves once it is known who is signed in: with the student, or null for a visitor. Await it before storing an
   * add, because the add buttons in server-rendered HTML can be pressed before the site knows who is signed in.
   */
  identified: () => Promise<{ id: string } | null>;
  /**
   * Name and shown price (rupees) of the course or package that `payload` adds. The list of waiting changes shows both.
   */
  describeItem: (payload: CartAdd) => Pick<OutboxAction, 'title' | 'quotedPrice' | 'shownPrice'>;
};

/**
 * Converts what the outbox reports about adding an item to the outcome that the state machines of the course and
 * package cards expect. An item that is stored until the student signs in counts as queued.
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
 * The state machines of the course and package cards on Book Online, with their actors. They add to the cart through
 * the outbox, which stores an add before sending it.
 */
export function createCartAddFlow({ outbox, identified, describeItem }: CartAddDeps) {
  const addToCart = fromPromise<CartAddOutcome, CartAddRequest>(async ({ input, signal }) => {
    const student = await identified();
    const action = { kind: 'cart.add', ...input, ...describeItem(input.payload) } as const;
    // The last argument says whether the card can still show a refusal. When the card leaves the page, its machine
    // stops and aborts `signal`; the list of waiting changes then shows the refusal.
    return toAddOutcome(await outbox.submit(action, student?.id ?? null, () => !signal.aborted));
  });
  return {
    course: addToCartMachine.provide({ actors: { addToCart } }),
    package: packageSelectionMachine.provide({ actors: { addToCart } }),
  };
}
