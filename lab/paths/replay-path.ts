import { allTransitions, chartHash, isForbidding, restingStates, transitionName } from '../chart/chart.ts';
import { type Flow, findFlow } from '../flows.ts';
import type { PathFile, PathStep } from '../path-file.ts';
import { PathRun } from './path-run.ts';

/**
 * Where a replay first differed from its path. `step`: counted from 1, or 0 for the start. `message`: describes the
 * difference in a sentence.
 */
type PathDifference = { step: number; expected: string; actual: string; message: string };

/** The result of a replay. */
type PathReplay = {
  /** Null if the state machine did what the path says. */
  difference: PathDifference | null;
  /** Whether the path was made for another version of the state machine. */
  isOlder: boolean;
  /** Names of the states that the replay visited. */
  states: Set<string>;
  /** Names of the transitions that the replay visited. */
  transitions: Set<string>;
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Whether the structure of the state machine has changed since the path was made. */
export function isForOlderChart({ machine }: Flow, path: PathFile): boolean {
  return chartHash(machine) !== path.chart;
}

/**
 * Takes one step of a path. Returns null if the step leads to the state that the path expects, or else what the state
 * machine did instead.
 */
export async function takeStep(run: PathRun, { event, expect }: PathStep): Promise<string | null> {
  const before = run.state;
  const isHandled = run.handles(event.type);
  try {
    await run.send(event);
  } catch (error) {
    return `cannot handle the event: ${messageOf(error)}`;
  }
  if (run.state === expect.state) return null;
  return isHandled ? `is in “${run.state}”` : `is in “${before}” and does not handle it`;
}

function differenceAt(path: PathFile, step: number, actual: string, why: string): PathDifference {
  const { event, expect } = path.steps[step - 1] ?? { event: null, expect: path.start };
  const position = event ? `Step ${step} of ${path.steps.length}, after “${event.type}”` : 'At the start';
  const message = `${position}: the path says “${expect.state}”, the machine ${why}.`;
  return { step, expected: expect.state, actual, message };
}

async function replaySteps(path: PathFile, run: PathRun, states: Set<string>): Promise<PathDifference | null> {
  states.add(run.state);
  if (run.state !== path.start.state) return differenceAt(path, 0, run.state, `is in “${run.state}”`);
  for (const [index, step] of path.steps.entries()) {
    const why = await takeStep(run, step);
    states.add(run.state);
    if (why !== null) return differenceAt(path, index + 1, run.state, why);
  }
  return null;
}

/** Replays a path on a copy of its state machine, up to the first difference. */
export async function replayOn(flow: Flow, path: PathFile): Promise<PathReplay> {
  const isOlder = isForOlderChart(flow, path);
  const states = new Set<string>();
  try {
    const run = new PathRun(flow, path.input);
    const difference = await replaySteps(path, run, states);
    run.stop();
    return { difference, isOlder, states, transitions: run.taken };
  } catch (error) {
    const difference = differenceAt(path, 0, 'none', `cannot start: ${messageOf(error)}`);
    return { difference, isOlder, states, transitions: new Set() };
  }
}

/** Replays a path on a copy of the state machine that the path names. Returns null if there is no such machine. */
export async function replayPath(path: PathFile): Promise<PathReplay | null> {
  const flow = findFlow(path.machine);
  return flow && replayOn(flow, path);
}

/**
 * The coverage of a state machine by several paths: how many of its states and transitions they visit, and how many it
 * has. `missed`: names of the transitions and states that no path visits.
 */
type Coverage = {
  states: [seen: number, all: number];
  transitions: [seen: number, all: number];
  missed: string[];
};

/**
 * Replays the paths and counts the states and transitions that they visit. Does not count states that the state machine
 * always leaves at once, nor transitions that only forbid an event: no screen offers a forbidden event.
 */
export async function coverageOf(flow: Flow, paths: readonly PathFile[]): Promise<Coverage> {
  const replays: PathReplay[] = [];
  for (const path of paths) replays.push(await replayOn(flow, path));
  const states = new Set(replays.flatMap((replay) => [...replay.states]));
  const transitions = new Set(replays.flatMap((replay) => [...replay.transitions]));
  const allStates = restingStates(flow.machine);
  const allNames = allTransitions(flow.machine)
    .filter((transition) => !isForbidding(transition))
    .map(transitionName);
  const missedStates = allStates.filter((state) => !states.has(state));
  const missedNames = allNames.filter((name) => !transitions.has(name));
  return {
    states: [allStates.length - missedStates.length, allStates.length],
    transitions: [allNames.length - missedNames.length, allNames.length],
    missed: [...missedStates, ...missedNames],
  };
}
