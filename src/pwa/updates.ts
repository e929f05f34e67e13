import type { ToWorker } from '../offline/worker-messages.ts';

/** `ready`: a new version waits for the student's word. `asked`: it comes once no tab is in the middle of something. */
export type UpdateState = 'none' | 'ready' | 'asked';

/** Milliseconds. */
const askAgain = 2000;

export type UpdateParts = { reload: () => void; whenCalm: () => Promise<void> };

/** New versions of the site. Never takes one by itself, and never reloads a tab that did not ask (design, settled 11). */
export class Updates {
  readonly #parts: UpdateParts;
  readonly #listeners = new Set<() => void>();
  #registration: ServiceWorkerRegistration | null = null;
  #state: UpdateState = 'none';
  #asking: ReturnType<typeof setInterval> | undefined;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
  }

  get state(): UpdateState {
    return this.#state;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Watches a registration for workers that replace the present one. */
  watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
    this.#registration = registration;
    let isControlled = container.controller !== null;
    if (registration.waiting && isControlled) this.#become('ready');
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && container.controller) this.#become('ready');
      });
    });
    container.addEventListener('controllerchange', () => {
      clearInterval(this.#asking);
      // The first worker of this device takes over a page that is as new as itself.
      if (!isControlled) isControlled = true;
      else if (this.#state === 'asked') this.#parts.reload();
      else this.#become('ready');
    });
  }

  /** The student wants the new version. */
  async take(): Promise<void> {
    if (this.#state !== 'ready') return;
    this.#become('asked');
    await this.#parts.whenCalm();
    const waiting = this.#registration?.waiting;
    // Another tab may have taken it already: then only this page is old.
    if (!waiting) return this.#parts.reload();
    const message: ToWorker = { type: 'update.take' };
    const ask = () => waiting.postMessage(message);
    ask();
    // Asked while the old worker is at something, a browser may let the new one wait on after that: it looks when asked again.
    this.#asking = setInterval(ask, askAgain);
  }

  #become(state: UpdateState): void {
    this.#state = state;
    for (const tell of this.#listeners) tell();
  }
}
