type Waiting = { owner: object; grant: () => void };

/**
 * A fake of the Web Locks API with what the outbox needs: one holder at a time, and release of the lock when the
 * holder's tab is closed.
 */
export class Locks {
  #holder: object | null = null;
  readonly #queue: Waiting[] = [];

  async request(owner: object, work: () => Promise<void>): Promise<void> {
    if (this.#holder) await new Promise<void>((grant) => this.#queue.push({ owner, grant }));
    this.#holder = owner;
    try {
      await work();
    } finally {
      if (this.#holder === owner) this.#pass();
    }
  }

  /**
   * Called when a tab is closed. Releases the lock if the tab held it, and drops the requests of the tab that wait for
   * the lock.
   */
  abandon(owner: object): void {
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((one) => one.owner !== owner));
    if (this.#holder === owner) this.#pass();
  }

  #pass(): void {
    const next = this.#queue.shift();
    this.#holder = next?.owner ?? null;
    next?.grant();
  }
}
