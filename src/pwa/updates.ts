import { Listeners } from '../lib/listeners.ts';
import type { ToWorker } from '../offline/worker-messages.ts';

/**
 * State of an update. `ready`: a new version waits for the student's tap. `requested`: it activates once no tab does
 * critical work.
 */
type UpdateState = 'none' | 'ready' | 'requested';

const repeatMs = 2000;

type UpdatesDeps = { reload: () => void; waitForCriticalWork: () => Promise<void> };

/**
 * Finds and applies new versions of the site. A new version is activated only when the student asks for it, and only
 * the tab in which they asked reloads (docs/product.md#updates).
 */
export class Updates {
  readonly #deps: UpdatesDeps;
  readonly #listeners = new Listeners();
  #registration: ServiceWorkerRegistration | null = null;
  #state: UpdateState = 'none';
  #requests: ReturnType<typeof setInterval> | undefined;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
  }

  get state(): UpdateState {
    return this.#state;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Watches a service worker registration for new workers. */
  watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
    this.#registration = registration;
    let isControlled = container.controller !== null;
    if (registration.waiting && isControlled) this.#setState('ready');
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && container.controller) this.#setState('ready');
      });
    });
    container.addEventListener('controllerchange', () => {
      clearInterval(this.#requests);
      // When the first worker takes control, the page has the worker's own version, so there is no update.
      if (!isControlled) isControlled = true;
      else if (this.#state === 'requested') this.#deps.reload();
      else this.#setState('ready');
    });
  }

  /** Activates the new version and reloads. Call it when the student asks for it. */
  async apply(): Promise<void> {
    if (this.#state !== 'ready') return;
    this.#setState('requested');
    await this.#deps.waitForCriticalWork();
    const waiting = this.#registration?.waiting;
    // If another tab has activated the new version already, this page only needs to reload.
    if (!waiting) return this.#deps.reload();
    const message: ToWorker = { type: 'update.take' };
    const request = () => waiting.postMessage(message);
    request();
    // Repeat the request: if the old worker was busy at the first message, some browsers leave the new worker waiting.
    this.#requests = setInterval(request, repeatMs);
  }

  #setState(state: UpdateState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}
