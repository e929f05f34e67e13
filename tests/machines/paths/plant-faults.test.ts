import { describe, expect, it } from 'vitest';
import type { PathFile } from '../../../contract/path-file.ts';
import { sampleOf, seed } from '../../../e2e/support/sample.ts';
import { allTransitions } from '../../../machines/paths/chart.ts';
import { type Flow, flows } from '../../../machines/paths/flows.ts';
import { pathGenerator } from '../../../machines/paths/path-kinds.ts';
import { type PlantedFault, plantFaults } from '../../../machines/paths/plant-faults.ts';
import { replayOn } from '../../../machines/paths/replay-path.ts';

/** The number of planted faults per machine that are replayed; in soak all of them. */
const sampledFaults = 8;

/** Faults that change only the context. A replay of states cannot detect them; the machines' own tests do. */
const undetectable = [
  'adding: addToCart done: isRefused is not checked',
  'added: batch.choose: isSelectable is not checked',
  'choosing: batch.choose: isSelectable is not checked',
  'ready: batch.choose: isSelectable is not checked',
  'signingInByPassword: signInByPassword done: isLimited is not checked',
];

async function missedOf(flow: Flow, paths: PathFile[], planted: readonly PlantedFault[]): Promise<string[]> {
  const missed: string[] = [];
  for (const { machine, where, what } of planted) {
    let isCaught = false;
    for (const path of paths) isCaught ||= (await replayOn({ ...flow, machine }, path)).difference !== null;
    if (!isCaught) missed.push(`${where}: ${what}`);
  }
  return missed;
}

describe.each(flows.map((flow) => ({ ...flow, id: flow.machine.id })))('$id', (flow) => {
  const planted = plantFaults(flow.machine);
  const transitions = allTransitions(flow.machine);

  it('every transition gets a planted wrong target, and every guard is removed once', () => {
    const ofKind = (kind: PlantedFault['kind']) => planted.filter((each) => each.kind === kind).length;
    expect(ofKind('wrong target')).toBe(transitions.filter(({ target }) => target).length);
    expect(ofKind('missing guard')).toBe(transitions.filter(({ guard }) => guard !== undefined).length);
  });

  it('a replay catches the planted faults that a state can show and passes the unchanged machine', {
    timeout: 180_000,
  }, async () => {
    const sample = sampleOf(planted, sampledFaults);
    const paths = pathGenerator(flow)('covering');
    const missed = await missedOf(flow, paths, sample);
    expect(
      missed.filter((each) => !undetectable.includes(each)),
      `SEED=${seed}`,
    ).toEqual([]);
    expect(
      await missedOf(flow, paths, [{ kind: 'wrong target', where: 'none', what: 'sound', machine: flow.machine }]),
    ).toEqual(['none: sound']);
  });
});
