export type ActivityParts = {
  /** A student without activity for so long is idle; milliseconds. */
  idle: number;
  /** Activity has to rest for so long before it is told; milliseconds. */
  debounce: number;
  now: () => number;
  onActive: () => void;
};

/**
 * Tells that a student has become active: at once when they arrive, and after each idle time once their first burst of
 * activity rests. In between activity only keeps them from being idle: a line at sea is no place for a call every few seconds.
 */
export class Activity {
  readonly #parts: ActivityParts;
  #lastAt = Number.NEGATIVE_INFINITY;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ActivityParts) {
    this.#parts = parts;
  }

  /** A student has signed in, or was so when the page opened. */
  begin(): void {
    this.#lastAt = this.#parts.now();
    this.#tell();
  }

  /** A key, a tap, a scroll. The time of day counts, not a timer: a device that slept was idle. */
  stir(): void {
    const at = this.#parts.now();
    const wasIdle = at - this.#lastAt >= this.#parts.idle;
    this.#lastAt = at;
    if (!wasIdle && this.#waiting === undefined) return;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => this.#tell(), this.#parts.debounce);
  }

  /** Nobody is signed in any more. */
  end(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  #tell(): void {
    this.end();
    this.#parts.onActive();
  }
}
