import type { Flow } from '../flows.ts';
import type { PathEvent, PathFile } from '../path-file.ts';
import { PathRun } from './path-run.ts';

/**
 * A step of a path that no screen of the site can do. `step`: its number, counted from 1. `reason`: a sentence without
 * the full stop.
 */
export type ImpossibleStep = { step: number; reason: string };

async function impossibleStepOf({ alphabet }: Flow, { steps }: PathFile, run: PathRun): Promise<ImpossibleStep | null> {
  let before: PathEvent | null = null;
  for (const [index, { event, expect }] of steps.entries()) {
    const from = run.state;
    const isIgnored = !run.can(event);
    // If the machine ignores the event, but the path expects a change of state, return null: the replay reports this
    // difference.
    if (isIgnored && expect.state !== from) return null;
    if (isIgnored || alphabet.canCause?.(from, event, before, run.snapshot.context) === false)
      return { step: index + 1, reason: `no screen can cause “${event.type}” in “${from}” at this point` };
    await run.send(event);
    if (run.state !== expect.state) return null;
    before = event;
  }
  return null;
}

/**
 * Returns the first step of a path that no screen can do, such as leaving checkout on a screen without a button for it.
 * Returns null if there is no such step, or if the state machine behaves differently from the path at an earlier step.
 */
export async function findImpossibleStep(flow: Flow, path: PathFile): Promise<ImpossibleStep | null> {
  let run: PathRun | null = null;
  try {
    run = new PathRun(flow, path.input);
    return await impossibleStepOf(flow, path, run);
  } catch {
    // Ignore the error: the path names an actor result (outcome) or a sample value (fixture) that the lab does not
    // have. The replay reports this.
    return null;
  } finally {
    run?.stop();
  }
}
