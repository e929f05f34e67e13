import { Listeners } from '../lib/listeners.ts';
import { criticalWork } from '../offline/critical-work.ts';
import { deviceStorage } from '../offline/session/subject.ts';
import { type InstallFacts, type InstallShown, installShown, isIosSafari } from './install-rules.ts';
import { installPrompt } from './install-time.ts';

const storageKey = 'landfall-install';

function readChoice(): InstallFacts['choice'] {
  const [kind, at] = (deviceStorage()?.getItem(storageKey) ?? '').split(' ');
  return kind === 'installed' || kind === 'declined' ? { kind, at: Number(at) } : null;
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** State of the install card on this page, and what its buttons do. */
export class Install {
  readonly #listeners = new Listeners();
  readonly #page: Window;
  #hasJustInstalled = false;
  #shown: InstallShown = 'none';

  constructor(page: Window) {
    this.#page = page;
    installPrompt.onChange = this.update;
    criticalWork.subscribe(this.update);
    page.addEventListener('appinstalled', () => {
      this.#hasJustInstalled = true;
      this.#recordChoice('installed');
    });
    this.update();
  }

  get shown(): InstallShown {
    return this.#shown;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Decides again what the install card shows. Call this after each navigation. */
  update = (): void => {
    this.#shown = installShown({
      hasPrompt: installPrompt.event !== null,
      isIosSafari: isIosSafari(navigator),
      isStandalone: isStandalone(),
      choice: readChoice(),
      hasJustInstalled: this.#hasJustInstalled,
      isBusy: criticalWork.isUnderWay(),
      pathname: this.#page.location.pathname,
      now: Date.now(),
    });
    this.#listeners.notify();
  };

  /** Opens the browser's install prompt, which can be used only once. */
  accept = async (): Promise<void> => {
    const { event } = installPrompt;
    installPrompt.event = null;
    if (!event) return;
    const { outcome } = await event.prompt();
    this.#recordChoice(outcome === 'accepted' ? 'installed' : 'declined');
  };

  decline = (): void => this.#recordChoice('declined');

  /** Closes the message that the install card shows after the installation. */
  close = (): void => {
    this.#hasJustInstalled = false;
    this.update();
  };

  #recordChoice(kind: 'installed' | 'declined'): void {
    try {
      deviceStorage()?.setItem(storageKey, `${kind} ${Date.now()}`);
    } catch {
      // Ignore the error: if storage is full, the only consequence is that the install card may be shown again at the
      // next start.
    }
    if (kind === 'declined') installPrompt.event = null;
    this.update();
  }
}
