import type { Page } from '@playwright/test';
import { stateName } from '../../lab/chart/chart.ts';

/**
 * A state machine of the page, as the site's registry describes it (`src/lib/machine-log/live-machines.ts`). `session`:
 * id of the running machine. `about`: id of the course or package that it concerns; null if it concerns none.
 */
export type SeenMachine = { machine: string; session: string; about: number | null; value: unknown; isLive: boolean };
/** One event that a state machine of the page has handled, and the state afterwards. */
export type SeenStep = {
  number: number;
  machine: string;
  session: string;
  about: number | null;
  event: string;
  words: Record<string, string | boolean>;
  taken: string[];
  value: unknown;
};

type Registry = { machines: SeenMachine[]; steps: SeenStep[] };
type Snapshot = Registry & { loadedAt: number };

const timeoutMs = 12_000;
const pollIntervalMs = 20;

/** Reads the events that one state machine of the page handles, in order. */
export class MachineWatch {
  readonly #page: Page;
  readonly #machine: string;
  #about: number | null = null;
  #session: string | null = null;
  #loadedAt = 0;
  #lastRead = -1;
  /** The steps (handled events) that `begin` and `next` have read so far, skipped ones included. */
  readonly readSteps: SeenStep[] = [];

  constructor(page: Page, machine: string) {
    this.#page = page;
    this.#machine = machine;
  }

  /** From now on reads only the state machine of this course or package. */
  filterBySubject(about: number | null): void {
    this.#about = about;
  }

  /**
   * Waits until a machine has started in the state `state`, and from then on reads only that machine. This matters
   * because a card on Book Online may start its machine twice while the page loads. If no machine starts in `state`
   * before a timeout, reads the machine that started last.
   * @throws Error if no machine has started
   */
  async begin(state: string): Promise<SeenStep> {
    this.#session = null;
    const isStart = ({ event, value }: SeenStep) => event === 'xstate.init' && stateName(value as string) === state;
    const started = (await this.#until(isStart)) ?? (await this.#lastStarted());
    if (!started) throw new Error(`no ${this.#machine} started on ${this.#page.url()}`);
    this.#session = started.session;
    this.readSteps.push(started);
    return started;
  }

  /**
   * Waits for the next step for which `isMatch` returns true, and skips the steps before it. Returns null after a
   * timeout.
   */
  next(isMatch: (step: SeenStep) => boolean): Promise<SeenStep | null> {
    return this.#until(isMatch);
  }

  /** The state machine that this watch reads, with its current state; null if the page has no such machine. */
  async current(): Promise<SeenMachine | null> {
    const { machines } = await this.#readRegistry();
    return machines.findLast((each) => this.#isOurs(each)) ?? null;
  }

  /** The steps (handled events) that `begin` and `next` have not read yet. */
  async unread(): Promise<SeenStep[]> {
    const { steps } = await this.#readRegistry();
    return steps.filter((step) => step.number > this.#lastRead && this.#isOurs(step));
  }

  async #lastStarted(): Promise<SeenStep | null> {
    const { steps } = await this.#readRegistry();
    return steps.findLast((step) => step.event === 'xstate.init' && this.#isOurs(step)) ?? null;
  }

  #isOurs({ machine, about, session }: { machine: string; about: number | null; session: string }): boolean {
    if (machine !== this.#machine || (this.#about !== null && about !== this.#about)) return false;
    return this.#session === null || session === this.#session;
  }

  async #until(isMatch: (step: SeenStep) => boolean): Promise<SeenStep | null> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      const steps = await this.unread();
      const index = steps.findIndex(isMatch);
      const found = steps[index];
      if (found) {
        this.readSteps.push(...steps.slice(0, index + 1));
        this.#lastRead = found.number;
        return found;
      }
      await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    }
    return null;
  }

  async #readRegistry(): Promise<Snapshot> {
    const seen = await this.#page
      .evaluate((machine): Snapshot => {
        const registry = (window as { landfallMachines?: Registry }).landfallMachines;
        const steps = registry?.steps.filter((step) => step.machine === machine) ?? [];
        const machines = registry?.machines.filter((each) => each.machine === machine) ?? [];
        return { loadedAt: performance.timeOrigin, steps, machines };
      }, this.#machine)
      // Ignore the error: evaluating a function in the page fails while the page navigates.
      .catch(() => null);
    if (!seen) return { loadedAt: this.#loadedAt, machines: [], steps: [] };
    if (seen.loadedAt !== this.#loadedAt) {
      this.#loadedAt = seen.loadedAt;
      this.#lastRead = -1;
    }
    return seen;
  }
}
