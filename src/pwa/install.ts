import { criticalWork } from '../offline/critical.ts';
import { deviceStorage } from '../offline/subject.ts';
import { type InstallFacts, type InstallShown, installShown, isIosSafari } from './install-rules.ts';
import { installPrompt } from './install-time.ts';

const place = 'landfall-install';

function readAnswer(): InstallFacts['answered'] {
  const [kind, at] = (deviceStorage()?.getItem(place) ?? '').split(' ');
  return kind === 'installed' || kind === 'declined' ? { kind, at: Number(at) } : null;
}

function isStandalone(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** The offer to install on this page: what of it is shown, and what the person says to it. */
export class Install {
  readonly #listeners = new Set<() => void>();
  readonly #page: Window;
  #hasJustInstalled = false;
  #shown: InstallShown = 'none';

  constructor(page: Window) {
    this.#page = page;
    installPrompt.tell = this.look;
    criticalWork.subscribe(this.look);
    page.addEventListener('appinstalled', () => {
      this.#hasJustInstalled = true;
      this.#answer('installed');
    });
    this.look();
  }

  get shown(): InstallShown {
    return this.#shown;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Looks anew at what is to be shown, such as on another page. */
  look = (): void => {
    this.#shown = installShown({
      hasPrompt: installPrompt.event !== null,
      isIosSafari: isIosSafari(navigator),
      isStandalone: isStandalone(),
      answered: readAnswer(),
      hasJustInstalled: this.#hasJustInstalled,
      isBusy: criticalWork.isUnderWay(),
      pathname: this.#page.location.pathname,
      now: Date.now(),
    });
    for (const tell of this.#listeners) tell();
  };

  /** The person wants it: the browser asks once more, in its own words. An offer can be used once. */
  accept = async (): Promise<void> => {
    const { event } = installPrompt;
    installPrompt.event = null;
    if (!event) return;
    const { outcome } = await event.prompt();
    this.#answer(outcome === 'accepted' ? 'installed' : 'declined');
  };

  decline = (): void => this.#answer('declined');

  /** The word after installing was read. */
  close = (): void => {
    this.#hasJustInstalled = false;
    this.look();
  };

  #answer(kind: 'installed' | 'declined'): void {
    try {
      deviceStorage()?.setItem(place, `${kind} ${Date.now()}`);
    } catch {
      // A full storage forgets it at the next start.
    }
    if (kind === 'declined') installPrompt.event = null;
    this.look();
  }
}
