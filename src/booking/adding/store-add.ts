import type { CartAdd } from '../../../contract/cart.ts';
import type { CartAddDeps } from '../../cart/changes/cart-add-flow.ts';

/** After a press on the add button, wait at most this many milliseconds for the code of the machine. */
const loadTimeoutMs = 3000;

/**
 * Stores an add in the outbox if the code of the card's machine, which normally does so, does not arrive in time.
 * Otherwise the add would be lost if the page were closed.
 * @returns whether the add was stored; if not, the machine carries out the add
 */
export async function storeUnlessLoaded(
  load: () => Promise<unknown>,
  { outbox, identified, describeItem }: CartAddDeps,
  payload: CartAdd,
): Promise<boolean> {
  // The add belongs to the student who pressed the button, even if somebody else signs in while the code is loading.
  const identity = identified();
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, loadTimeoutMs));
  try {
    await Promise.race([load(), timeout]);
    return false;
  } catch {
    const student = await identity;
    const action = { kind: 'cart.add', payload, key: crypto.randomUUID(), ...describeItem(payload) } as const;
    // Without its machine, the card cannot show a refusal of the add, so pass `() => false`. The list of waiting
    // changes then shows the refusal.
    const outcome = await outbox.submit(action, student?.id ?? null, () => false);
    return outcome.kind === 'delivered' || outcome.kind === 'queued';
  }
}
