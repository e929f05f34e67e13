import type { CartAdd } from '../../../contract/cart.ts';
import type { CartAddDeps } from '../../cart/changes/cart-add-flow.ts';

/**
 * After a press on the add button, wait at most this many milliseconds for the script with the card's state machine to
 * load.
 */
const loadTimeoutMs = 3000;

/**
 * Waits for the script with the card's state machine, which normally carries out the add. If the script does not load
 * in time, stores the add in the outbox, so that it is not lost if the page is closed.
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
    // `() => false`: the card cannot show a refusal while its state machine is missing, so the list of waiting changes
    // shows it.
    const outcome = await outbox.submit(action, student?.id ?? null, () => false);
    return outcome.kind === 'delivered' || outcome.kind === 'queued';
  }
}
