import type { CartAdd } from '../../../contract/cart.ts';
import type { CartAddDeps } from '../../cart/changes/cart-add-flow.ts';

/**
 * After a press on the add button, wait at most this many milliseconds for the script with the card's state machine to
 * load.
 */
const loadTimeoutMs = 3000;

/**
 * Stores an add in the outbox if the script with the card's state machine does not load in time. Normally the machine
 * carries out the add. Without this function, the add would be lost if the page were closed.
 * @returns whether the add was stored; if not, the machine carries out the add
 */
export async function storeUnlessLoaded(
  load: () => Promise<unknown>,
  { outbox, identified, describeItem }: CartAddDeps,
  payload: CartAdd,
): Promise<boolean> {
  // The add belongs to the student who pressed the button, even if somebody else signs in while the script is loading.
  const identity = identified();
  const timeout = new Promise<never>((_, reject) => setTimeout(reject, loadTimeoutMs));
  try {
    await Promise.race([load(), timeout]);
    return false;
  } catch {
    const student = await identity;
    const action = { kind: 'cart.add', payload, key: crypto.randomUUID(), ...describeItem(payload) } as const;
    // The card's state machine has not loaded, so the card cannot show that the server refused the add. `() => false`
    // leaves this to the list of waiting changes.
    const outcome = await outbox.submit(action, student?.id ?? null, () => false);
    return outcome.kind === 'delivered' || outcome.kind === 'queued';
  }
}
