import type { CartAdd } from '../../../contract/cart.ts';
import type { CartAddDeps } from '../../cart/changes/cart-add-flow.ts';

/** A press waits this long for the code of its machine. */
const loadTimeoutMs = 3000;

/**
 * Adds an item by the outbox alone if the code of its machine does not arrive in time, for example because the network was
 * lost right after the page had loaded. The add is then on the device, where closing the page does not lose it.
 * @returns whether that was done. Otherwise the machine adds the item.
 */
export async function storeUnlessLoaded(
  load: () => Promise<unknown>,
  { outbox, identified, describeItem }: CartAddDeps,
  payload: CartAdd,
): Promise<boolean> {
  // Whoever presses the button adds the item, even if somebody else signs in while the code is loaded.
  const identity = identified();
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too slow')), loadTimeoutMs));
  try {
    await Promise.race([load(), timeout]);
    return false;
  } catch {
    const student = await identity;
    const action = { kind: 'cart.add', payload, key: crypto.randomUUID(), ...describeItem(payload) } as const;
    const outcome = await outbox.submit(action, student?.id ?? null);
    return outcome.kind === 'delivered' || outcome.kind === 'queued';
  }
}
