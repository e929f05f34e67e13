import type { InspectionEvent } from 'xstate';
import { Listeners } from '../listeners.ts';
import { lastPath } from './last-path.ts';
import { type LiveMachine, type MachineStep, readStep } from './machine-step.ts';

export type { LiveMachine, MachineStep } from './machine-step.ts';

const maxSteps = 300;
const maxMachines = 120;
/** BroadcastChannel on which every tab is notified when a student signs out (`src/offline/start-offline.ts`). */
const signOutChannel = 'landfall-sign-out';

/**
 * A log of this page's state machines for the path lab and error reports. Its size is limited: the oldest entries are
 * dropped.
 */
export class LiveMachines {
  readonly #machines = new Map<string, LiveMachine>();
  readonly #taken = new WeakMap<object, string[]>();
  readonly #listeners = new Listeners();
  #steps: MachineStep[] = [];
  #count = 0;

  /**
   * The `inspect` option of `createActor`. XState calls it with the inspection events of the actor and its children.
   */
  readonly inspect = (seen: InspectionEvent): void => {
    const read = readStep(seen);
    if (!read) return;
    const taken = this.#taken.get(seen.actorRef) ?? [];
    if (read.kind === 'microstep') {
      this.#taken.set(seen.actorRef, [...taken, ...read.taken]);
      return;
    }
    this.#taken.delete(seen.actorRef);
    this.#addMachine(read.live);
    this.#addStep({ ...read.step, number: this.#count++, at: Date.now(), taken });
    this.#listeners.notify();
  };

  get machines(): readonly LiveMachine[] {
    return [...this.#machines.values()];
  }

  get steps(): readonly MachineStep[] {
    return this.#steps;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** Deletes all steps from the log, and all state machines that have ended. */
  clear(): void {
    this.#steps = [];
    for (const [session, { isLive }] of this.#machines) if (!isLive) this.#machines.delete(session);
    this.#listeners.notify();
  }

  #addMachine(live: LiveMachine): void {
    for (const [session, { machine, isLive }] of this.#machines)
      if (machine === live.machine && !isLive) this.#machines.delete(session);
    this.#machines.set(live.session, live);
    const [oldest] = this.#machines.keys();
    if (this.#machines.size > maxMachines && oldest !== undefined) this.#machines.delete(oldest);
  }

  #addStep(step: MachineStep): void {
    const last = this.#steps.at(-1);
    // Consecutive clock ticks of one state machine are merged. Otherwise one tick per second would push everything else
    // out of the log.
    const isTick = step.event === 'clock.tick' && last?.event === 'clock.tick' && last.session === step.session;
    const previous = isTick ? this.#steps.slice(0, -1) : this.#steps.slice(1 - maxSteps);
    const taken = isTick ? [...new Set([...last.taken, ...step.taken])] : step.taken;
    this.#steps = [...previous, { ...step, taken }];
  }
}

export const liveMachines = new LiveMachines();

/**
 * Options for `createActor`, `useMachine` and `useActorRef` that add the state machine to the log. Empty on the server,
 * because all visitors share its memory.
 */
export const watched: { inspect?: LiveMachines['inspect'] } =
  typeof window === 'undefined' ? {} : { inspect: liveMachines.inspect };

declare global {
  interface Window {
    /** The log of this page's state machines, for the path lab. Set only if the tab was opened with `?record`. */
    landfallMachines?: LiveMachines;
    /**
     * Returns the last steps of the page's state machines as text, for error reports. The reports
     * (`src/offline/reports/page-reports.ts`) call this global function, because their code must not import the state
     * machines.
     */
    landfallPath?: () => string;
  }
}

const storageKey = 'landfall:record';

/** Whether this tab was opened with `?record`. Stays true until the tab is closed. */
function isRecording(): boolean {
  try {
    if (new URLSearchParams(location.search).has('record')) sessionStorage.setItem(storageKey, '1');
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

if (typeof window !== 'undefined') {
  window.landfallPath = () => lastPath(liveMachines.steps);
  if (isRecording()) window.landfallMachines = liveMachines;
  if ('BroadcastChannel' in window)
    new BroadcastChannel(signOutChannel).addEventListener('message', () => liveMachines.clear());
}
