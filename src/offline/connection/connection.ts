import { markerHeader } from '../../../contract/headers.ts';
import { Listeners } from '../../lib/listeners.ts';
import { retryAfterOf } from '../../lib/retry-after.ts';

/**
 * Whether our server can be reached. `online`: our server sent the last response. `offline`: there was no response.
 * `portal`: responses come from something else, such as a captive portal. `serverDown`: a proxy in front of our server
 * reports that our server does not respond. `unknown`: no request has ended yet.
 */
export type ConnectionState = 'unknown' | 'online' | 'offline' | 'portal' | 'serverDown';

/**
 * How a request ended. `ours`: the response has the header that only our server sends; `gateway`: a server error
 * without this header, such as a load balancer's 502; `foreign`: another response without it; `noResponse`: there was
 * no response.
 */
export type ProbeResult = 'ours' | 'foreign' | 'gateway' | 'noResponse';

/**
 * How a request ended. `retryAfterMs`: how many ms the response asks to wait before the next request; 0 if it does not
 * say.
 */
export type Probe = { result: ProbeResult; retryAfterMs: number };

/** HTTP status with which a captive portal says that the visitor must sign in to its network (RFC 6585). */
const networkAuthenticationRequired = 511;

/**
 * How a request with this response ended. A redirect that was not followed (status 0) counts as `foreign`, because it
 * comes from a captive portal.
 */
export function probeOf({ headers, status }: Pick<Response, 'headers' | 'status'>): Probe {
  const isGateway = status >= 500 && status !== networkAuthenticationRequired;
  const result = headers.has(markerHeader) ? 'ours' : isGateway ? 'gateway' : 'foreign';
  return { result, retryAfterMs: retryAfterOf(headers) };
}

type ConnectionDeps = {
  /** Sends one health request. */
  ping: () => Promise<Probe>;
  /** Whether the page is visible. A hidden page sends no health requests. */
  isVisible: () => boolean;
  /** Returns a random number from 0 to 1, which varies the delay of retries. */
  random: () => number;
};

const firstProbeMs = 1500;
const heartbeatMs = 30_000;
const maxRetryDelayMs = 30_000;
const stateOf = { ours: 'online', foreign: 'portal', gateway: 'serverDown', noResponse: 'offline' } as const;

/**
 * Finds out whether our server can be reached. `navigator.onLine` is ignored: it is also true on networks that do not
 * reach us.
 */
export class Connection {
  readonly #deps: ConnectionDeps;
  readonly #listeners = new Listeners();
  #state: ConnectionState = 'unknown';
  #failures = 0;
  #probe: Promise<ConnectionState> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStarted = false;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Whether our server cannot be reached, for whatever reason. */
  get isOffline(): boolean {
    return this.state !== 'online' && this.state !== 'unknown';
  }

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Reports how a call of the page ended. If no response came from our server, a health request checks whether the
   * server can be reached: a proxy may have refused only this call, for example because its body is too large (413).
   * While our server is known to be unreachable, a health request follows only if the response shows a captive portal
   * (`foreign`) that is not known yet.
   */
  report(result: ProbeResult): void {
    const isPortalFound = result === 'foreign' && this.#state !== 'portal';
    if (result === 'ours') this.#settle({ result, retryAfterMs: 0 });
    else if (!this.isOffline || isPortalFound) void this.probe();
  }

  /** Sends a health request now. Concurrent calls share one request. */
  probe(): Promise<ConnectionState> {
    this.#probe ??= this.#deps
      .ping()
      .catch((): Probe => ({ result: 'noResponse', retryAfterMs: 0 }))
      .then((probe) => this.#settle(probe))
      .finally(() => {
        this.#probe = null;
      });
    return this.#probe;
  }

  /** Checks the connection regularly while the page is open. Returns a function that stops the checks. */
  start(page: Window): () => void {
    const probe = () => void this.probe();
    const probeIfVisible = () => {
      if (this.#deps.isVisible()) probe();
    };
    this.#isStarted = true;
    this.#schedule(firstProbeMs);
    page.addEventListener('online', probe);
    page.addEventListener('offline', probe);
    page.document.addEventListener('visibilitychange', probeIfVisible);
    return () => {
      this.#isStarted = false;
      clearTimeout(this.#timer);
      page.removeEventListener('online', probe);
      page.removeEventListener('offline', probe);
      page.document.removeEventListener('visibilitychange', probeIfVisible);
    };
  }

  #settle({ result, retryAfterMs }: Probe): ConnectionState {
    this.#failures = result === 'ours' ? 0 : this.#failures + 1;
    this.#schedule(result === 'ours' ? heartbeatMs : Math.max(this.#retryDelay(), retryAfterMs));
    const state = stateOf[result];
    if (state === this.#state) return state;
    this.#state = state;
    this.#listeners.notify();
    return state;
  }

  #retryDelay(): number {
    const longest = Math.min(maxRetryDelayMs, 1000 * 2 ** this.#failures);
    return longest * (0.5 + this.#deps.random() / 2);
  }

  #schedule(delay: number): void {
    if (!this.#isStarted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#deps.isVisible()) void this.probe();
      else this.#schedule(heartbeatMs);
    }, delay);
  }
}
