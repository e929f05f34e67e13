import { type Cart, getCart } from '../../contract/cart.ts';
import type {
  ChangeLineInput,
  ChangeLineOutput,
  CompareInput,
  CompareOutput,
  LineChange,
} from '../../machines/checkout.types.ts';
import { cartQueries } from '../cart/cart.queries.ts';
import { normaliseFailure } from '../cart/cart-failure.ts';
import { type CartChange, changeCart, removalOf, swapOf } from '../cart/change-cart.ts';
import { ApiError, apiOf } from '../lib/api.ts';
import type { Call, CheckoutFlowParts } from './checkout-call.ts';
import { cartChanges } from './quote.ts';

/** The cart as the screen shows it. */
export function seenCart({ client, studentId }: CheckoutFlowParts): Cart | undefined {
  return client.getQueryData(cartQueries.current(studentId).queryKey);
}

/** The cart of now, which the screen shows from then on. @throws ApiError */
export async function readCart({ client, studentId }: CheckoutFlowParts, signal: AbortSignal): Promise<Cart> {
  const { data: cart } = await apiOf(client).call(getCart, {}, { signal });
  client.setQueryData(cartQueries.current(studentId).queryKey, cart);
  void client.invalidateQueries({ queryKey: cartQueries.choices(studentId).queryKey });
  return cart;
}

/** What has changed since the student saw the cart. */
export const compareCart: Call<CompareInput, CompareOutput> = async (parts, { quote }, signal) => {
  const seen = seenCart(parts);
  return { changes: cartChanges(quote, await readCart(parts, signal), { carts: [seen] }) };
};

function toCartChange(change: LineChange): CartChange {
  if (change.kind === 'drop') return { kind: 'drop', payload: removalOf(change) };
  return { kind: 'swap', payload: swapOf(change, change.courseId, change.batchId) };
}

/** Whether nobody knows what became of it, or nobody may ask. */
const isOpen = (error: unknown) => error instanceof ApiError && (error.kind === 'offline' || error.status === 401);

/** Swaps or drops a line and looks at what differs then from what the student saw. */
export const changeLine: Call<ChangeLineInput, ChangeLineOutput> = async (parts, input, signal) => {
  const { change, key, quote, changes } = input;
  if (!change) throw new Error('no line is to be changed');
  const known = { carts: [seenCart(parts)], changes };
  try {
    const cart = await changeCart(parts.client, parts.studentId, toCartChange(change), { key, signal });
    return { changes: cartChanges(quote, cart, known), failure: null };
  } catch (error) {
    if (signal.aborted || isOpen(error)) throw error;
    const failure = normaliseFailure(error);
    return { changes: cartChanges(quote, await readCart(parts, signal), known), failure };
  }
};
