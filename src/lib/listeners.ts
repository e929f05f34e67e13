/**
 * Functions that a store calls when it changes. `Args`: what they are called with. A store offers `subscribe` as its own: it is
 * bound, so it can be passed to `useSyncExternalStore`.
 */
export class Listeners<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Returns the function that unsubscribes. */
  readonly subscribe = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  notify(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
