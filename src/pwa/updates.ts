import type { Workbox } from 'workbox-window';
import { Listeners } from '../lib/listeners.ts';

/**
 * State of an update. `ready`: a new version waits until the student taps to activate it. `requested`: the student has
 * tapped, and the version is activated once no tab does critical work.
 */
type UpdateState = 'none' | 'ready' | 'requested';

const repeatMs = 2000;

/** The methods of workbox-window that `Updates` needs. */
type WatchedWorkbox = Pick<Workbox, 'addEventListener' | 'messageSkipWaiting'>;

type UpdatesDeps = { reload: () => void; waitForCriticalWork: () => Promise<void> };

/**
 * Finds and applies new versions of the site. A new version is activated only when the student asks for it, and only
 * the tab in which they asked reloads (docs/product.md#updates).
 */
export class Updates {
  readonly #deps: UpdatesDeps;
  readonly #listeners = new Listeners();
  #registration: ServiceWorkerRegistration | null = null;
  #workbox: WatchedWorkbox | null = null;
  #state: UpdateState = 'none';
  #repeat: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: UpdatesDeps) {
    this.#deps = deps;
  }

  get state(): UpdateState {
    return this.#state;
  }

  readonly subscribe = this.#listeners.subscribe;

  /**
   * Watches a registered service worker for new versions. `isControlled`: whether a service worker controlled the page
   * at the time of the registration. If not, the first worker has the page's own version, so it is not an update.
   */
  watch(workbox: WatchedWorkbox, registration: ServiceWorkerRegistration, isControlled: boolean): void {
    let hasWorker = isControlled;
    const announce = () => {
      if (hasWorker) this.#setState('ready');
    };
    const watchInstallation = () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') announce();
      });
    };
    this.#workbox = workbox;
    this.#registration = registration;
    if (registration.waiting) announce();
    watchInstallation();
    // Listen to the registration instead of the `waiting` event of workbox-window. That event is sent only for the
    // first version found after the page was loaded, so later versions would be missed, even if the first one failed to
    // install.
    registration.addEventListener('updatefound', watchInstallation);
    workbox.addEventListener('controlling', () => {
      clearTimeout(this.#repeat);
      // Minutes may have passed since the student asked for the update. If critical work has begun meanwhile, wait for
      // its end.
      if (this.#state === 'requested') void this.#deps.waitForCriticalWork().then(this.#deps.reload);
      else announce();
      hasWorker = true;
    });
  }

  /** Activates the new version and reloads. Call it when the student asks for it. */
  async apply(): Promise<void> {
    if (this.#state !== 'ready') return;
    this.#setState('requested');
    await this.#deps.waitForCriticalWork();
    // If another tab has activated the new version already, this page only needs to reload.
    if (!this.#registration?.waiting) return this.#deps.reload();
    await this.#activate();
  }

  /**
   * Requests the activation of the waiting version while no tab does critical work. Repeats the request, because some
   * browsers leave the new worker waiting if the old one was busy at the first request.
   */
  async #activate(): Promise<void> {
    await this.#deps.waitForCriticalWork();
    if (!this.#registration?.waiting) return;
    this.#workbox?.messageSkipWaiting();
    this.#repeat = setTimeout(() => void this.#activate(), repeatMs);
  }

  #setState(state: UpdateState): void {
    this.#state = state;
    this.#listeners.notify();
  }
}
