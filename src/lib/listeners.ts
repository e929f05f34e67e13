/**
 * The functions that a store calls when it changes, with `Args` as arguments. `subscribe` is bound, so it can be passed
 * to `useSyncExternalStore`.
 */
export class Listeners<Args extends unknown[] = []> {
  readonly #listeners = new Set<(...args: Args) => void>();

  /** Adds a listener. Returns the function that removes it. */
  readonly subscribe = (listener: (...args: Args) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  notify(...args: Args): void {
    for (const listener of this.#listeners) listener(...args);
  }
}
