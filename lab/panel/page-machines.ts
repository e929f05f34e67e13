import { Listeners } from '../../src/lib/listeners.ts';
import type { LiveMachine, LiveMachines, MachineStep } from '../../src/lib/machine-log/live-machines.ts';

/** The part of the page's registry of state machines that the panel uses. */
export type Registry = {
  readonly machines: readonly LiveMachine[];
  readonly steps: readonly MachineStep[];
  subscribe: (listener: () => void) => () => void;
};

const pollIntervalMs = 500;
const empty: never[] = [];

/**
 * The page's registry of state machines. It is read from `window`, because the panel is built separately and shares no
 * modules with the page. The page creates the registry together with its first machine, so the panel polls until the
 * registry exists.
 */
export class PageMachines implements Registry {
  readonly #page: Window;
  readonly #listeners = new Listeners();
  #registry: LiveMachines | undefined;
  #unsubscribe: (() => void) | undefined;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(page: Window) {
    this.#page = page;
    this.#timer = setInterval(() => this.#findRegistry(), pollIntervalMs);
    this.#findRegistry();
  }

  get machines(): readonly LiveMachine[] {
    return this.#registry?.machines ?? empty;
  }

  get steps(): readonly MachineStep[] {
    return this.#registry?.steps ?? empty;
  }

  readonly subscribe = this.#listeners.subscribe;

  stop(): void {
    clearInterval(this.#timer);
    this.#unsubscribe?.();
  }

  #findRegistry(): void {
    const registry = this.#page.landfallMachines;
    if (!registry) return;
    clearInterval(this.#timer);
    this.#registry = registry;
    this.#unsubscribe = registry.subscribe(() => this.#listeners.notify());
    this.#listeners.notify();
  }
}
