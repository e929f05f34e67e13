import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import { voyageRetry } from '../../contract/limits.ts';
import { statesOf, transitionName } from './chart.ts';
import { settled } from './settled.ts';

/** Event by which an actor of the chart answers. */
export function done(id: string, output?: unknown): EventObject & { output: unknown } {
  return { type: `xstate.done.actor.${id}`, output };
}

/** Event by which an actor of the chart fails. */
export function failed(id: string): EventObject {
  return { type: `xstate.error.actor.${id}` };
}

/** Every way in which an actor of the chart may end. */
export function answers(id: string, outputs: unknown[]): EventObject[] {
  return [...outputs.map((output) => done(id, output)), failed(id)];
}

/** No machine waits longer. */
const longestDelay = voyageRetry;

type Waiting = { resolve: (output: unknown) => void; reject: (reason: Error) => void };

function answerable(machine: AnyStateMachine) {
  const waiting = new Map<string, Waiting>();
  const invokes = statesOf(machine.root).flatMap((node) => node.invoke);
  const actors = invokes.map(({ id, src }) => {
    const logic = fromPromise(() => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject })));
    return [src, logic] as const;
  });
  return { machine: machine.provide({ actors: Object.fromEntries(actors) }), waiting };
}

/**
 * Runs a path on the real actor: its actors answer as the path says, its delays pass by a simulated clock.
 * Gives the last snapshot and the names of all transitions that were taken.
 */
export async function replay(machine: AnyStateMachine, input: unknown, path: readonly EventObject[]) {
  const taken = new Set<string>();
  const clock = new SimulatedClock();
  const run = answerable(machine);
  const actor = createActor(run.machine, {
    input,
    clock,
    inspect: (seen) => {
      if (seen.type === '@xstate.microstep') for (const each of seen._transitions) taken.add(transitionName(each));
    },
  });
  actor.start();
  for (const event of path) {
    const [, outcome, id] = /^xstate\.(done|error|after)\.(?:actor\.)?([^.]+)/.exec(event.type) ?? [];
    if (outcome === 'done' && 'output' in event) run.waiting.get(id ?? '')?.resolve(event.output);
    else if (outcome === 'error') run.waiting.get(id ?? '')?.reject(new Error('refused by the test'));
    else if (outcome === 'after') clock.increment(longestDelay);
    else actor.send(event);
    if (outcome) await settled();
  }
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  actor.stop();
  return { snapshot, taken };
}
