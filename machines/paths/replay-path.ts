import type { PathFile } from '../../contract/path-file.ts';
import { chartChanges, isForOlderChart } from './chart-changes.ts';
import type { Flow } from './flows.ts';
import { findFlow } from './flows.ts';
import { PathRun } from './path-run.ts';

/** Where a replay first differed from its path. `step`: counted from 1; 0 is the start. `message`: the same for people. */
type PathDifference = { step: number; expected: string; actual: string; message: string };

/**
 * The result of a replay. `changes`: how the chart has changed since the path was made; they can exist even if the replay did not
 * differ. `states`, `transitions`: names of those that the replay visited.
 */
type PathReplay = {
  difference: PathDifference | null;
  isOlder: boolean;
  changes: string[];
  states: Set<string>;
  transitions: Set<string>;
};

function differenceAt(path: PathFile, step: number, actual: string, why?: string): PathDifference {
  const { event, expect } = path.steps[step - 1] ?? { event: null, expect: path.start };
  const position = event ? `Step ${step} of ${path.steps.length}, after “${event.type}”` : 'At the start';
  const message = `${position}: the path says “${expect.state}”, the machine ${why ?? `is in “${actual}”`}.`;
  return { step, expected: expect.state, actual, message };
}

async function replaySteps(path: PathFile, run: PathRun, states: Set<string>): Promise<PathDifference | null> {
  states.add(run.state);
  if (run.state !== path.start.state) return differenceAt(path, 0, run.state);
  for (const [index, { event, expect }] of path.steps.entries()) {
    const before = run.state;
    const isHandled = run.handles(event.type);
    try {
      await run.send(event);
    } catch (error) {
      return differenceAt(
        path,
        index + 1,
        before,
        `cannot handle the event: ${error instanceof Error ? error.message : error}`,
      );
    }
    states.add(run.state);
    if (run.state !== expect.state)
      return differenceAt(
        path,
        index + 1,
        run.state,
        isHandled ? undefined : `is in “${before}” and does not handle it`,
      );
  }
  return null;
}

/** Replays a path on a copy of its machine, up to the first difference. */
export async function replayOn(flow: Flow, path: PathFile): Promise<PathReplay> {
  const isOlder = isForOlderChart(flow, path);
  const changes = isOlder ? chartChanges(flow, path) : [];
  const states = new Set<string>();
  try {
    const run = new PathRun(flow, path.input);
    const difference = await replaySteps(path, run, states);
    run.stop();
    return { difference, isOlder, changes, states, transitions: run.taken };
  } catch (error) {
    const why = `cannot start: ${error instanceof Error ? error.message : error}`;
    return { difference: differenceAt(path, 0, 'none', why), isOlder, changes, states, transitions: new Set() };
  }
}

/** Replays a path on the machine that it names. Returns null if there is no such machine. */
export async function replayPath(path: PathFile): Promise<PathReplay | null> {
  const flow = findFlow(path.machine);
  return flow && replayOn(flow, path);
}
