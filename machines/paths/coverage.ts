import type { PathFile } from '../../contract/path-file.ts';
import { allTransitions, restingStates, transitionName } from './chart.ts';
import type { Flow } from './flows.ts';
import { replayOn } from './replay-path.ts';

/** How many states and transitions the paths visit, out of all. `missed`: names of those that they do not visit. */
type Coverage = {
  states: [seen: number, all: number];
  transitions: [seen: number, all: number];
  missed: string[];
};

/** Replays the paths and counts what they visit. States that are always left at once count only through their transitions. */
export async function coverageOf(flow: Flow, paths: readonly PathFile[]): Promise<Coverage> {
  const [states, transitions] = [new Set<string>(), new Set<string>()];
  for (const path of paths) {
    const replay = await replayOn(flow, path);
    for (const state of replay.states) states.add(state);
    for (const name of replay.transitions) transitions.add(name);
  }
  const [allStates, allNames] = [restingStates(flow.machine), allTransitions(flow.machine).map(transitionName)];
  const missed = [
    ...allStates.filter((state) => !states.has(state)),
    ...allNames.filter((name) => !transitions.has(name)),
  ];
  return {
    states: [allStates.filter((state) => states.has(state)).length, allStates.length],
    transitions: [allNames.filter((name) => transitions.has(name)).length, allNames.length],
    missed,
  };
}
