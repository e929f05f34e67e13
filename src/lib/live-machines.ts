import type { InspectionEvent } from 'xstate';
import { lastPath } from './last-path.ts';
import { type LiveMachine, type MachineMoment, readMoment } from './machine-moment.ts';

export type { LiveMachine, MachineMoment } from './machine-moment.ts';

const mostMoments = 300;
const mostMachines = 120;
/** Heard by every tab when a student signs out (`src/offline/start.ts`). */
const signOutChannel = 'landfall-sign-out';

/** The machines of this page as a tester sees them. Bounded: the oldest moments and machines go first. */
export class LiveMachines {
  readonly #machines = new Map<string, LiveMachine>();
  readonly #taken = new WeakMap<object, string[]>();
  readonly #listeners = new Set<() => void>();
  #moments: MachineMoment[] = [];
  #count = 0;

  /** Hands to `createActor`: hears the actor and its children. */
  readonly inspect = (seen: InspectionEvent): void => {
    const moment = readMoment(seen);
    if (!moment) return;
    const taken = this.#taken.get(seen.actorRef) ?? [];
    if (moment.kind === 'microstep') {
      this.#taken.set(seen.actorRef, [...taken, ...moment.taken]);
      return;
    }
    this.#taken.delete(seen.actorRef);
    this.#keepMachine(moment.live);
    this.#keepMoment({ ...moment.told, number: this.#count++, at: Date.now(), taken });
    for (const tell of this.#listeners) tell();
  };

  get machines(): readonly LiveMachine[] {
    return [...this.#machines.values()];
  }

  get moments(): readonly MachineMoment[] {
    return this.#moments;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What was is forgotten; machines that run stay. */
  forget(): void {
    this.#moments = [];
    for (const [session, { isLive }] of this.#machines) if (!isLive) this.#machines.delete(session);
    for (const tell of this.#listeners) tell();
  }

  #keepMachine(live: LiveMachine): void {
    for (const [session, { machine, isLive }] of this.#machines)
      if (machine === live.machine && !isLive) this.#machines.delete(session);
    this.#machines.set(live.session, live);
    const [oldest] = this.#machines.keys();
    if (this.#machines.size > mostMachines && oldest !== undefined) this.#machines.delete(oldest);
  }

  #keepMoment(moment: MachineMoment): void {
    const last = this.#moments.at(-1);
    // A clock that ticks each second would push everything else out.
    const isTick = moment.event === 'clock.tick' && last?.event === 'clock.tick' && last.session === moment.session;
    const kept = isTick ? this.#moments.slice(0, -1) : this.#moments.slice(1 - mostMoments);
    const taken = isTick ? [...new Set([...last.taken, ...moment.taken])] : moment.taken;
    this.#moments = [...kept, { ...moment, taken }];
  }
}

export const liveMachines = new LiveMachines();

/** For `createActor`, `useMachine` and `useActorRef`. A server has no tester, and its memory is everybody's. */
export const watched: { inspect?: LiveMachines['inspect'] } =
  typeof window === 'undefined' ? {} : { inspect: liveMachines.inspect };

declare global {
  interface Window {
    /** Only under `?record`. */
    landfallMachines?: LiveMachines;
    /** What the machines last did, for reports of errors (`src/offline/page-reports.ts`), which load without them. */
    landfallPath?: () => string;
  }
}

const recordPlace = 'landfall:record';

/** Whether this tab was opened with `?record` (and the lab's panel) or `?record=quiet` (without); it stays so until the tab is closed. */
export function isRecording(): boolean {
  try {
    if (new URLSearchParams(location.search).has('record')) sessionStorage.setItem(recordPlace, '1');
    return sessionStorage.getItem(recordPlace) !== null;
  } catch {
    return false;
  }
}

if (typeof window !== 'undefined') {
  window.landfallPath = () => lastPath(liveMachines.moments);
  if (isRecording()) window.landfallMachines = liveMachines;
  if ('BroadcastChannel' in window)
    new BroadcastChannel(signOutChannel).addEventListener('message', () => liveMachines.forget());
}
