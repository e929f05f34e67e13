import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, getNextTransitions } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';

/** What may happen to a machine: where it begins and every event, actors' answers included, with its samples. */
export type Alphabet = { inputs: unknown[]; events: EventObject[] };

/** Events from the start, and where they lead; `turn` names the last step by input, both states and event. */
export type Path = { input: unknown; events: EventObject[]; turn: string; value: unknown; context: unknown };

const stateKey = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, snapshot.context]);

/** One path for each event in each state that the alphabet can reach, by the shortest way there. */
export function pathsOf(machine: AnyStateMachine, alphabet: Alphabet): Path[] {
  return alphabet.inputs.flatMap((input) => pathsFrom(machine, input, alphabet.events));
}

/** The shortest path for each turn: other ways to the same turn differ in their context alone. */
export function samplePaths(paths: Path[]): Path[] {
  return [...new Map(paths.toReversed().map((path) => [path.turn, path])).values()];
}

function pathsFrom(machine: AnyStateMachine, input: unknown, events: EventObject[]): Path[] {
  const map = getAdjacencyMap(machine, {
    input,
    serializeState: stateKey,
    events: (snapshot) => possibleEvents(snapshot, events),
  });
  const steps = adjacencyMapToArray<AnyMachineSnapshot, EventObject>(map);
  const [first] = steps;
  if (!first) return [];
  const stepsFrom = Map.groupBy(steps, ({ state }) => stateKey(state));
  const waysTo = new Map<string, EventObject[]>([[stateKey(first.state), []]]);
  const paths: Path[] = [];
  for (const [key, way] of waysTo) {
    for (const { state, event, nextState } of stepsFrom.get(key) ?? []) {
      const reached = stateKey(nextState);
      const longer = [...way, event];
      const turn = JSON.stringify([input, state.value, event, nextState.value]);
      paths.push({ input, events: longer, turn, value: nextState.value, context: nextState.context });
      if (!waysTo.has(reached)) waysTo.set(reached, longer);
    }
  }
  return paths;
}

function possibleEvents(snapshot: AnyMachineSnapshot, events: EventObject[]): EventObject[] {
  if (snapshot.status !== 'active') return [];
  const possible = new Set(getNextTransitions(snapshot).map((transition) => transition.eventType));
  return events.filter((event) => possible.has(event.type));
}
