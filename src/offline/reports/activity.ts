type ActivityDeps = {
  /** A student without activity for this many milliseconds is idle. */
  idleMs: number;
  /** Wait this many milliseconds before reporting that a student has become active again (debounce). */
  debounceMs: number;
  now: () => number;
  onActive: () => void;
};

/**
 * Calls `onActive` when `begin` is called, and again when the student becomes active after an idle time. Activity
 * without an idle time before it is not reported, to save calls on slow connections.
 */
export class Activity {
  readonly #deps: ActivityDeps;
  #lastAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: ActivityDeps) {
    this.#deps = deps;
  }

  /**
   * Starts watching a student's activity. Call it when a student has signed in, or is signed in when the page opens.
   */
  begin(): void {
    this.#lastAt = this.#deps.now();
    this.#report();
  }

  /**
   * Records activity. Call it for each key, tap or scroll. It detects idle times by the clock, since timers stop
   * while a device sleeps.
   */
  record(): void {
    const at = this.#deps.now();
    const wasIdle = at - this.#lastAt >= this.#deps.idleMs;
    this.#lastAt = at;
    if (!wasIdle && this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#report(), this.#deps.debounceMs);
  }

  /** Stops watching the student's activity. Call it when the student has signed out. */
  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #report(): void {
    this.end();
    this.#deps.onActive();
  }
}
