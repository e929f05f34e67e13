import type { LiveMachine, LiveMachines, MachineMoment } from '../lib/live-machines.ts';

/** What the panel reads of the page's registry. */
export type Registry = {
  readonly machines: readonly LiveMachine[];
  readonly moments: readonly MachineMoment[];
  subscribe: (listener: () => void) => () => void;
};

const pause = 500;
const nothing: never[] = [];

/**
 * The registry of the page, through the window: the panel is a build of its own and shares no module with the page. A page that
 * runs no machine has none yet, so it is looked for until there is one.
 */
export class PageMachines implements Registry {
  readonly #page: Window;
  readonly #listeners = new Set<() => void>();
  #registry: LiveMachines | undefined;
  #leave: (() => void) | undefined;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(page: Window) {
    this.#page = page;
    this.#timer = setInterval(() => this.#look(), pause);
    this.#look();
  }

  get machines(): readonly LiveMachine[] {
    return this.#registry?.machines ?? nothing;
  }

  get moments(): readonly MachineMoment[] {
    return this.#registry?.moments ?? nothing;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  stop(): void {
    clearInterval(this.#timer);
    this.#leave?.();
  }

  #look(): void {
    const registry = this.#page.landfallMachines;
    if (!registry) return;
    clearInterval(this.#timer);
    this.#registry = registry;
    this.#leave = registry.subscribe(() => this.#tell());
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
