import {
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  type EventObject,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { PathEvent, PathValue } from '../../contract/path-file.ts';
import { stateName, transitionName } from './chart.ts';
import type { Flow } from './flows.ts';
import { chartEvent, isHeard, startingInput, writtenEvents } from './path-events.ts';

/**
 * `taken`: names of the transitions that the step takes, those without an event included. `refusedBy`: states that listen to
 * the event and whose guards refuse it, e.g. `login.enteringPassword`.
 */
export type Edge = { event: PathEvent; from: string; to: string; state: string; taken: string[]; refusedBy: string[] };
export type Start = { input: PathValue; key: string; state: string; taken: string[] };

/** All that can happen to a machine by its alphabet; a key is a state with its context. */
export type PathGraph = { starts: Start[]; edges: Map<string, Edge[]> };

const keyOf = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, snapshot.context]);

/** Transitions without an event by which the steps passed through states: of several, the first that leads where it went. */
function passedThrough(steps: readonly AnyMachineSnapshot[]): AnyTransitionDefinition[] {
  return steps.slice(1).flatMap((after, at) => {
    const waiting = steps[at]?._nodes.flatMap(({ always }) => always ?? []) ?? [];
    return waiting.find(({ target }) => target?.every((node) => after._nodes.includes(node))) ?? [];
  });
}

/** What the event does from the snapshot to the state where the machine rests again. */
function effectOf({ machine }: Flow, snapshot: AnyMachineSnapshot, event: EventObject) {
  const steps = getMicrosteps(machine, snapshot, event).map(([step]) => step);
  const heard = machine.getTransitionData(snapshot, event);
  const asked = snapshot._nodes.filter(({ transitions }) => transitions.has(event.type));
  // A state within is asked first: what answers lies further out, or nowhere.
  const answered = Math.min(...heard.map(({ source }) => source.path.length));
  const refused = asked.filter(({ path }) => heard.length === 0 || path.length > answered);
  return { taken: [...heard, ...passedThrough(steps)].map(transitionName), refusedBy: refused.map(({ id }) => id) };
}

function graphFrom(flow: Flow, input: PathValue, events: readonly PathEvent[]): PathGraph {
  const { machine, alphabet } = flow;
  const starting = startingInput(input);
  const written = new WeakMap<EventObject, PathEvent>();
  const map = getAdjacencyMap(machine, {
    input: starting,
    serializeState: keyOf,
    events: (snapshot) =>
      events.flatMap((event) => {
        if (!isHeard(event.type, snapshot)) return [];
        const heard = chartEvent(event, alphabet, snapshot);
        written.set(heard, event);
        return [heard];
      }),
  });
  const edges = new Map<string, Edge[]>();
  for (const { state, event, nextState } of adjacencyMapToArray<AnyMachineSnapshot, EventObject>(map)) {
    const [from, to] = [keyOf(state), keyOf(nextState)];
    const known = written.get(event);
    if (!known) throw new Error(`an event that nobody wrote: ${event.type}`);
    const edge = { event: known, from, to, state: stateName(nextState.value), ...effectOf(flow, state, event) };
    edges.set(from, [...(edges.get(from) ?? []), edge]);
  }
  const steps = getInitialMicrosteps(machine, starting).map(([step]) => step);
  const first = steps.at(-1);
  if (!first) throw new Error(`${machine.id} has no beginning`);
  const start = {
    input,
    key: keyOf(first),
    state: stateName(first.value),
    taken: passedThrough(steps).map(transitionName),
  };
  return { starts: [start], edges };
}

/** Walks everything that the flow's alphabet can reach. */
export function graphOf(flow: Flow): PathGraph {
  const events = writtenEvents(flow);
  const parts = flow.alphabet.inputs.map((input) => graphFrom(flow, input, events));
  return { starts: parts.flatMap(({ starts }) => starts), edges: new Map(parts.flatMap(({ edges }) => [...edges])) };
}
