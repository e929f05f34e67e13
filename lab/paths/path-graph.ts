import {
  type AnyMachineSnapshot,
  type AnyTransitionDefinition,
  type EventObject,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import { isForbidding, stateName, transitionName } from '../chart/chart.ts';
import type { Flow } from '../flows.ts';
import type { PathEvent, PathValue } from '../path-file.ts';
import { isHandled, resolveInput, sampleEvents, toMachineEvent } from './path-events.ts';

/** What one event does in one state. */
export type Edge = {
  event: PathEvent;
  /** The keys of the graph before and after the event. */
  from: string;
  to: string;
  /** Name of the state after the event. */
  state: string;
  /** Names of all transitions that are taken, eventless ones included. */
  taken: string[];
  /** Whether the machine does nothing, because the guards reject the event or the state forbids it. */
  isIgnored: boolean;
};
export type Start = { input: PathValue; key: string; state: string; taken: string[] };

/**
 * Everything that can happen to a machine with the lab's sample events. A key of `edges` is the JSON of a state and its
 * XState context; the value contains what each event does there.
 */
export type PathGraph = { starts: Start[]; edges: Map<string, Edge[]> };

const keyOf = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, snapshot.context]);

/** Reads the XState context from a key of the graph, which is the JSON of a state and its context. */
export function contextOf(key: string): Record<string, unknown> {
  const [, context] = JSON.parse(key) as [unknown, Record<string, unknown>];
  return context;
}

/**
 * Returns the eventless transitions that were taken in a series of microsteps. In each microstep, this is the first
 * eventless transition that starts in a state active before the microstep and whose targets are all active after it.
 */
function eventlessTransitions(steps: readonly AnyMachineSnapshot[]): AnyTransitionDefinition[] {
  return steps.slice(1).flatMap((after, index) => {
    const possible = steps[index]?._nodes.flatMap(({ always }) => always ?? []) ?? [];
    return possible.find(({ target }) => target?.every((node) => after._nodes.includes(node))) ?? [];
  });
}

/**
 * Returns the names of the transitions that the machine takes for the event in this state (`taken`), and whether it
 * ignores the event.
 */
function effectOf({ machine }: Flow, snapshot: AnyMachineSnapshot, event: EventObject) {
  const steps = getMicrosteps(machine, snapshot, event).map(([step]) => step);
  const handlers = machine.getTransitionData(snapshot, event);
  return {
    taken: [...handlers, ...eventlessTransitions(steps)].map(transitionName),
    isIgnored: handlers.every(isForbidding),
  };
}

/**
 * Explores all states that the machine can reach from one input, and adds the edges of each new state to `edges`.
 * @returns the start of the graph for this input
 */
function explore(flow: Flow, input: PathValue, events: readonly PathEvent[], edges: PathGraph['edges']): Start {
  const { machine, alphabet } = flow;
  const resolvedInput = resolveInput(input);
  const pathEvents = new WeakMap<EventObject, PathEvent>();
  const map = getAdjacencyMap(machine, {
    input: resolvedInput,
    serializeState: keyOf,
    stopWhen: (snapshot) => edges.has(keyOf(snapshot)),
    events: (snapshot) =>
      events.flatMap((event) => {
        if (!isHandled(event.type, snapshot)) return [];
        const machineEvent = toMachineEvent(event, alphabet, snapshot);
        pathEvents.set(machineEvent, event);
        return [machineEvent];
      }),
  });
  const found = new Map<string, Edge[]>();
  for (const { state, event, nextState } of adjacencyMapToArray<AnyMachineSnapshot, EventObject>(map)) {
    const [from, to] = [keyOf(state), keyOf(nextState)];
    const pathEvent = pathEvents.get(event);
    if (!pathEvent) throw new Error(`no path event for ${event.type}`);
    const edge = { event: pathEvent, from, to, state: stateName(nextState.value), ...effectOf(flow, state, event) };
    found.set(from, [...(found.get(from) ?? []), edge]);
  }
  for (const [from, leaving] of found) edges.set(from, leaving);
  const steps = getInitialMicrosteps(machine, resolvedInput).map(([step]) => step);
  const first = steps.at(-1);
  if (!first) throw new Error(`${machine.id} has no initial state`);
  return {
    input,
    key: keyOf(first),
    state: stateName(first.value),
    taken: eventlessTransitions(steps).map(transitionName),
  };
}

/** Builds the graph of all states that the machine can reach with the lab's sample events. */
export function graphOf(flow: Flow): PathGraph {
  const events = sampleEvents(flow);
  const edges: PathGraph['edges'] = new Map();
  return { starts: flow.alphabet.inputs.map((input) => explore(flow, input, events, edges)), edges };
}
