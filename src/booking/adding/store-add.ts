import type { CartAdd } from '../../../contract/cart.ts';
import type { CartAddDeps } from '../../cart/changes/cart-add-flow.ts';

/** After a press on the add button, wait at most this many milliseconds for the code of the machine. */
const loadTimeoutMs = 3000;

/**
 * Normally the machine of the card stores an add in the outbox. If the code of the machine does not arrive in time, for
 * example because the connection was lost right after the page had loaded, this function stores the add. The add is
 * then not lost if the page is closed.
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
    // Without its machine, the card cannot show a refusal of the add. The argument `() => false` says so, and the list
    // of waiting changes shows the refusal instead.
    const outcome = await outbox.submit(action, student?.id ?? null, () => false);
    return outcome.kind === 'delivered' || outcome.kind === 'queued';
  }
}
