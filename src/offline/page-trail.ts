import type { PageAction } from '../../contract/telemetry.ts';

/** Tells which pages are entered and left, each once. */
export class PageTrail {
  readonly #log: (action: PageAction, path: string) => void;
  #current: string | null = null;

  constructor(log: (action: PageAction, path: string) => void) {
    this.#log = log;
  }

  /** The site shows this path now; the same path again is no change. */
  enter(path: string): void {
    if (path === this.#current) return;
    this.leave();
    this.#current = path;
    this.#log('enter', path);
  }

  /** The site is closed or gone from. */
  leave(): void {
    if (this.#current !== null) this.#log('leave', this.#current);
    this.#current = null;
  }
}
