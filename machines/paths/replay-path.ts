import type { PathFile } from '../../contract/path-file.ts';
import { chartChanges, isOfAnotherChart } from './chart-changes.ts';
import type { Flow } from './flows.ts';
import { findFlow } from './flows.ts';
import { PathRun } from './path-run.ts';

/** Where a replay left its path. `step`: counted from 1, 0 is the beginning. `words` say it to a person. */
export type PathDifference = { step: number; expected: string; actual: string; words: string };

/**
 * How a replay ended. `changes`: what the chart has become since an older path was made; it may be told even where the path still
 * leads where it says. `states`, `transitions`: where the replay came by.
 */
export type PathReplay = {
  difference: PathDifference | null;
  isOlder: boolean;
  changes: string[];
  states: Set<string>;
  transitions: Set<string>;
};

function differs(path: PathFile, step: number, actual: string, why?: string): PathDifference {
  const { event, expect } = path.steps[step - 1] ?? { event: null, expect: path.start };
  const place = event ? `Step ${step} of ${path.steps.length}, after “${event.type}”` : 'At the beginning';
  const words = `${place}: the path says “${expect.state}”, the machine ${why ?? `is in “${actual}”`}.`;
  return { step, expected: expect.state, actual, words };
}

async function replaySteps(path: PathFile, run: PathRun, states: Set<string>): Promise<PathDifference | null> {
  states.add(run.state);
  if (run.state !== path.start.state) return differs(path, 0, run.state);
  for (const [at, { event, expect }] of path.steps.entries()) {
    const before = run.state;
    const isHeard = run.hears(event.type);
    try {
      await run.send(event);
    } catch (error) {
      return differs(path, at + 1, before, `cannot be told this: ${error instanceof Error ? error.message : error}`);
    }
    states.add(run.state);
    if (run.state !== expect.state)
      return differs(path, at + 1, run.state, isHeard ? undefined : `is in “${before}” and does not listen to it`);
  }
  return null;
}

/** Replays a path on a copy of its machine, up to the first difference. */
export async function replayOn(flow: Flow, path: PathFile): Promise<PathReplay> {
  const isOlder = isOfAnotherChart(flow, path);
  const changes = isOlder ? chartChanges(flow, path) : [];
  const states = new Set<string>();
  try {
    const run = new PathRun(flow, path.input);
    const difference = await replaySteps(path, run, states);
    run.stop();
    return { difference, isOlder, changes, states, transitions: run.taken };
  } catch (error) {
    const why = `cannot begin: ${error instanceof Error ? error.message : error}`;
    return { difference: differs(path, 0, 'none', why), isOlder, changes, states, transitions: new Set() };
  }
}

/** The same by the path's own machine; null where there is no such machine (any more). */
export async function replayPath(path: PathFile): Promise<PathReplay | null> {
  const flow = findFlow(path.machine);
  return flow && replayOn(flow, path);
}
