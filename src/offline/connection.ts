/**
 * `online`: our server answered last. `offline`: nothing answers. `portal`: something answers, but not our server.
 * `unknown`: nothing was asked yet.
 */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'portal';

/** How a call ended: our server's marked answer, an answer of somebody else, or none. */
export type Heard = 'ours' | 'foreign' | 'nothing';

export type ConnectionParts = {
  /** Asks our server for a sign of life. */
  ask: () => Promise<Heard>;
  /** Whether somebody looks at the page: a hidden one asks nothing. */
  isVisible: () => boolean;
  /** 0 to 1. */
  random: () => number;
};

const firstAsk = 1500;
const heartbeat = 30_000;
const longestPause = 30_000;
const stateOf = { ours: 'online', foreign: 'portal', nothing: 'offline' } as const;

/** Whether our server can be reached; the browser's own word (`navigator.onLine`) counts for nothing (design, settled 9). */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #listeners = new Set<() => void>();
  #state: ConnectionState = 'unknown';
  #failures = 0;
  #asking: Promise<ConnectionState> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get isCut(): boolean {
    return this.#state === 'offline' || this.#state === 'portal';
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How a call of the page ended. One call without an answer is no proof: the server is asked. */
  hear(heard: Heard): void {
    if (heard !== 'nothing') this.#settle(heard);
    else if (!this.isCut) void this.probe();
  }

  /** Asks now; calls at the same time share one question. */
  probe(): Promise<ConnectionState> {
    this.#asking ??= this.#parts
      .ask()
      .catch((): Heard => 'nothing')
      .then((heard) => this.#settle(heard))
      .finally(() => {
        this.#asking = null;
      });
    return this.#asking;
  }

  /** Keeps the state true while the page is open; the answer stops it. */
  start(page: Window): () => void {
    const ask = () => void this.probe();
    const wake = () => {
      if (this.#parts.isVisible()) ask();
    };
    this.#isStarted = true;
    this.#plan(firstAsk);
    page.addEventListener('online', ask);
    page.addEventListener('offline', ask);
    page.document.addEventListener('visibilitychange', wake);
    return () => {
      this.#isStarted = false;
      clearTimeout(this.#timer);
      page.removeEventListener('online', ask);
      page.removeEventListener('offline', ask);
      page.document.removeEventListener('visibilitychange', wake);
    };
  }

  #settle(heard: Heard): ConnectionState {
    this.#failures = heard === 'ours' ? 0 : this.#failures + 1;
    this.#plan(heard === 'ours' ? heartbeat : this.#pause());
    const state = stateOf[heard];
    if (state === this.#state) return state;
    this.#state = state;
    for (const tell of this.#listeners) tell();
    return state;
  }

  #pause(): number {
    const longest = Math.min(longestPause, 1000 * 2 ** Math.min(this.#failures, 10));
    return longest * (0.5 + this.#parts.random() / 2);
  }

  #plan(delay: number): void {
    if (!this.#isStarted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#parts.isVisible()) void this.probe();
      else this.#plan(heartbeat);
    }, delay);
  }
}
