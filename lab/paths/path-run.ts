import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { downloadRetry } from '../../contract/limits.ts';
import { stateName, statesOf, transitionName } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import type { PathEvent, PathValue } from '../path-file.ts';
import { isHandled, resolveInput, toMachineEvent } from './path-events.ts';

/** The longest delay of the delayed transitions of all state machines, in milliseconds. */
const longestDelay = downloadRetry;
/** How many microtasks to wait until the result of an actor has certainly reached the state machine. */
const microtasks = 20;

type PendingActor = { resolve: (output: unknown) => void; reject: (reason: Error) => void };

async function settle(): Promise<void> {
  for (let count = 0; count < microtasks; count++) await null;
}

/**
 * Returns a copy of the machine with actors that do nothing. Each actor stays pending until it is resolved or rejected
 * through `pending`.
 */
function withPendingActors(machine: AnyStateMachine) {
  const pending = new Map<string, PendingActor>();
  const invokes = statesOf(machine.root).flatMap((node) => node.invoke);
  const actors = invokes.map(({ id, src }): [string, AnyActorLogic] => [
    String(src),
    fromPromise(() => new Promise<unknown>((resolve, reject) => pending.set(id, { resolve, reject }))),
  ]);
  return { machine: machine.provide({ actors: Object.fromEntries(actors) }), pending };
}

/**
 * Runs a copy of a state machine without side effects. The events of a path, which the caller sends one by one, decide
 * what its actors return and when its delays end.
 */
export class PathRun {
  /** Names of the transitions that the machine has taken so far. */
  readonly taken = new Set<string>();
  readonly #flow: Flow;
  readonly #clock = new SimulatedClock();
  readonly #pending: Map<string, PendingActor>;
  readonly #actor;

  constructor(flow: Flow, input: PathValue) {
    this.#flow = flow;
    const { machine, pending } = withPendingActors(flow.machine);
    this.#pending = pending;
    this.#actor = createActor(machine, {
      input: resolveInput(input),
      clock: this.#clock,
      inspect: (inspected) => {
        if (inspected.type === '@xstate.microstep')
          for (const transition of inspected._transitions) this.taken.add(transitionName(transition));
      },
    });
    // Subscribe to errors, because XState otherwise reports an error of the machine as an unhandled one.
    this.#actor.subscribe({ error: () => {} });
    this.#actor.start();
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot();
  }

  /** Name of the current state; `broken` if the machine threw an error. */
  get state(): string {
    return this.snapshot.status === 'error' ? 'broken' : stateName(this.snapshot.value);
  }

  /** Whether the current state has a transition for an event of this type. */
  handles(type: string): boolean {
    return isHandled(type, this.snapshot);
  }

  /**
   * Whether the event would change anything in the current state.
   * @throws Error if the event names an actor result (outcome) or a sample value (fixture) that the lab does not have
   */
  can(event: PathEvent): boolean {
    return this.snapshot.can(toMachineEvent(event, this.#flow.alphabet, this.snapshot));
  }

  /**
   * Sends an event and resolves when all its effects are complete.
   * @throws Error if the event names an actor result (outcome) or a sample value (fixture) that the lab does not have
   */
  async send(pathEvent: PathEvent): Promise<void> {
    const event = toMachineEvent(pathEvent, this.#flow.alphabet, this.snapshot);
    const [, result, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    if (result === 'done' && 'output' in event) this.#pending.get(actor)?.resolve(event.output);
    else if (result) this.#pending.get(actor)?.reject(new Error('refused by the path'));
    else if (event.type.startsWith('xstate.after.')) this.#clock.increment(longestDelay);
    else if (this.snapshot.status === 'active') this.#actor.send(event);
    await settle();
  }

  stop(): void {
    this.#actor.stop();
  }
}
