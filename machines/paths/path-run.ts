import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { voyageRetry } from '../../contract/limits.ts';
import type { PathEvent, PathValue } from '../../contract/path-file.ts';
import { stateName, statesOf, transitionName } from './chart.ts';
import type { Flow } from './flows.ts';
import { chartEvent, isHeard, startingInput } from './path-events.ts';

/** No machine waits longer, in milliseconds. */
const longestDelay = voyageRetry;
/** An actor's answer reaches its machine within fewer turns of the queue. */
const turns = 20;

type Waiting = { resolve: (output: unknown) => void; reject: (reason: Error) => void };

async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await null;
}

/** A copy of the machine whose actors wait for their answers. */
function answerable(machine: AnyStateMachine) {
  const waiting = new Map<string, Waiting>();
  const invokes = statesOf(machine.root).flatMap((node) => node.invoke);
  const actors = invokes.map(({ id, src }): [string, AnyActorLogic] => [
    String(src),
    fromPromise(() => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))),
  ]);
  return { machine: machine.provide({ actors: Object.fromEntries(actors) }), waiting };
}

/** A machine that runs by itself: its actors answer as it is told, its delays pass at once. Nothing leaves it. */
export class PathRun {
  /** Names of the transitions taken so far. */
  readonly taken = new Set<string>();
  readonly #flow: Flow;
  readonly #clock = new SimulatedClock();
  readonly #waiting: Map<string, Waiting>;
  readonly #actor;

  constructor(flow: Flow, input: PathValue) {
    this.#flow = flow;
    const { machine, waiting } = answerable(flow.machine);
    this.#waiting = waiting;
    this.#actor = createActor(machine, {
      input: startingInput(input),
      clock: this.#clock,
      inspect: (seen) => {
        if (seen.type === '@xstate.microstep')
          for (const each of seen._transitions) this.taken.add(transitionName(each));
      },
    });
    // An actor that breaks tells its observers, or else the whole page.
    this.#actor.subscribe({ error: () => {} });
    this.#actor.start();
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot();
  }

  /** Name of the state; `broken` where the machine threw. */
  get state(): string {
    return this.snapshot.status === 'error' ? 'broken' : stateName(this.snapshot.value);
  }

  /** Whether the machine listens to such an event where it is. */
  hears(type: string): boolean {
    return isHeard(type, this.snapshot);
  }

  /** Resolves once the machine rests again. Throws where the event names an outcome or a fixture that there is none of. */
  async send(written: PathEvent): Promise<void> {
    const event = chartEvent(written, this.#flow.alphabet, this.snapshot);
    const [, end, actor = ''] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
    if (end === 'done' && 'output' in event) this.#waiting.get(actor)?.resolve(event.output);
    else if (end) this.#waiting.get(actor)?.reject(new Error('refused by the path'));
    else if (event.type.startsWith('xstate.after.')) this.#clock.increment(longestDelay);
    else if (this.snapshot.status === 'active') this.#actor.send(event);
    await settle();
  }

  stop(): void {
    this.#actor.stop();
  }
}
