import type { PageAction } from '../../../contract/telemetry.ts';

/** Logs which pages the visitor enters and leaves. */
export class PageTrail {
  readonly #log: (action: PageAction, path: string) => void;
  #current: string | null = null;

  constructor(log: (action: PageAction, path: string) => void) {
    this.#log = log;
  }

  /**
   * Logs that the visitor has entered the page at `path`. Call it when the site shows the page. A repeated call does
   * nothing.
   */
  enter(path: string): void {
    if (path === this.#current) return;
    this.leave();
    this.#current = path;
    this.#log('enter', path);
  }

  /**
   * Logs that the visitor has left the page that was entered last. Call it when the visitor closes or leaves the site.
   */
  leave(): void {
    if (this.#current !== null) this.#log('leave', this.#current);
    this.#current = null;
  }
}
