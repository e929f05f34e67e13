import type { Cart } from '../../../contract/cart.ts';
import type {
  ChangeLineInput,
  ChangeLineOutput,
  CompareInput,
  CompareOutput,
  LineChange,
} from '../../../machines/checkout.context.ts';
import { cartChanges, quoteOf } from '../../../machines/order-quote.ts';
import { cartQueries } from '../../cart/cart.queries.ts';
import { normaliseFailure } from '../../cart/changes/cart-failure.ts';
import { type CartChange, changeCart, loadCart, removalOf, swapOf } from '../../cart/changes/change-cart.ts';
import { ApiError } from '../../lib/api.ts';
import type { Call, CheckoutFlowDeps } from './run-call.ts';

/** The cart in TanStack Query's cache, which is the cart that the student sees. */
export function seenCart({ client, studentId }: CheckoutFlowDeps): Cart | undefined {
  return client.getQueryData(cartQueries.current(studentId).queryKey);
}

/**
 * Loads the cart and returns what has changed since the student saw it (`quote`). There is no quote if checkout began
 * before the cart saved on the device was read. The cart in the query cache is then the one that the student has seen.
 * @throws Error if the student has seen no cart, so that nothing can be said about changes
 */
export const compareCart: Call<CompareInput, CompareOutput> = async (deps, { quote }, signal) => {
  const seen = seenCart(deps);
  const shown = quote ?? (seen ? quoteOf(seen) : null);
  const cart = await loadCart(deps.client, deps.studentId, { signal });
  const changes = cartChanges(shown, cart, { carts: [seen] });
  if (!shown && changes.length === 0) throw new Error('there is nothing to compare the cart with');
  return { changes };
};

function toCartChange(change: LineChange): CartChange {
  if (change.kind === 'drop') return { kind: 'drop', payload: removalOf(change) };
  return { kind: 'swap', payload: swapOf(change, change.courseId, change.batchId) };
}

/** Whether the change of the cart has no result yet: the call got no response, or the student must sign in first. */
const isUnresolved = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'offline' || error.status === 401);

/**
 * Chooses another batch for a line of the cart or removes the line. Returns how the cart differs from the quote after
 * that, and why the change failed, if it did.
 */
export const changeLine: Call<ChangeLineInput, ChangeLineOutput> = async (deps, input, signal) => {
  const { change, key, quote, changes } = input;
  if (!change) throw new Error('changeLine needs a change');
  const known = { carts: [seenCart(deps)], changes };
  try {
    const cart = await changeCart(deps.client, deps.studentId, toCartChange(change), { key, signal });
    return { changes: cartChanges(quote, cart, known), failure: null };
  } catch (error) {
    if (signal.aborted || isUnresolved(error)) throw error;
    const failure = normaliseFailure(error);
    const cart = await loadCart(deps.client, deps.studentId, { signal });
    return { changes: cartChanges(quote, cart, known), failure };
  }
};
