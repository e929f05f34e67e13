import type { Page } from '@playwright/test';
import { stateName } from '../../../machines/paths/chart.ts';

/** A machine and an event of it, as the site's registry has them (`src/lib/live-machines.ts`). */
export type SeenMachine = { machine: string; session: string; about: number | null; value: unknown; isLive: boolean };
export type SeenMoment = {
  number: number;
  machine: string;
  session: string;
  about: number | null;
  event: string;
  words: Record<string, string | boolean>;
  taken: string[];
  value: unknown;
};

type Registry = { machines: SeenMachine[]; moments: SeenMoment[] };
type Seen = Registry & { born: number };

const patience = 12_000;
const pause = 20;

/** Reads what one machine of the page does, event by event. */
export class MachineWatch {
  readonly #page: Page;
  readonly #machine: string;
  #about: number | null = null;
  #session: string | null = null;
  #born = 0;
  #read = -1;
  /** Every moment that was passed so far. */
  readonly passed: SeenMoment[] = [];

  constructor(page: Page, machine: string) {
    this.#page = page;
    this.#machine = machine;
  }

  /** Follows the card of this course or package alone. */
  follow(about: number | null): void {
    this.#about = about;
  }

  /**
   * Waits until the machine runs and rests at `state`, and follows that one: a card may begin twice while its page loads.
   * Where none does, the last that began.
   */
  async begin(state: string): Promise<SeenMoment> {
    this.#session = null;
    const isBeginning = ({ event, value }: SeenMoment) =>
      event === 'xstate.init' && stateName(value as string) === state;
    const begun = (await this.#until(isBeginning)) ?? (await this.#lastBegun());
    if (!begun) throw new Error(`no ${this.#machine} began on ${this.#page.url()}`);
    this.#session = begun.session;
    this.passed.push(begun);
    return begun;
  }

  /** The next moment of this event; null where none comes in time. */
  next(isMeant: (moment: SeenMoment) => boolean): Promise<SeenMoment | null> {
    return this.#until(isMeant);
  }

  /** The machine as it is now. */
  async current(): Promise<SeenMachine | null> {
    const { machines } = await this.#look();
    return machines.findLast((each) => this.#isOurs(each)) ?? null;
  }

  /** Moments that have come and were not passed yet. */
  async waiting(): Promise<SeenMoment[]> {
    const { moments } = await this.#look();
    return moments.filter((moment) => moment.number > this.#read && this.#isOurs(moment));
  }

  async #lastBegun(): Promise<SeenMoment | null> {
    const { moments } = await this.#look();
    return moments.findLast((moment) => moment.event === 'xstate.init' && this.#isOurs(moment)) ?? null;
  }

  #isOurs({ machine, about, session }: { machine: string; about: number | null; session: string }): boolean {
    if (machine !== this.#machine || (this.#about !== null && about !== this.#about)) return false;
    return this.#session === null || session === this.#session;
  }

  async #until(isMeant: (moment: SeenMoment) => boolean): Promise<SeenMoment | null> {
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      const coming = await this.waiting();
      const place = coming.findIndex(isMeant);
      const found = coming[place];
      if (found) {
        this.passed.push(...coming.slice(0, place + 1));
        this.#read = found.number;
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return null;
  }

  async #look(): Promise<Seen> {
    const seen = await this.#page
      .evaluate((machine): Seen => {
        const registry = (window as { landfallMachines?: Registry }).landfallMachines;
        const moments = registry?.moments.filter((moment) => moment.machine === machine) ?? [];
        const machines = registry?.machines.filter((each) => each.machine === machine) ?? [];
        return { born: performance.timeOrigin, moments, machines };
      }, this.#machine)
      // The page is on its way to another.
      .catch(() => null);
    if (!seen) return { born: this.#born, machines: [], moments: [] };
    if (seen.born !== this.#born) {
      this.#born = seen.born;
      this.#read = -1;
    }
    return seen;
  }
}
