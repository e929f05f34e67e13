import { describe, expect, it } from 'vitest';
import type { PathFile } from '../../../contract/path-file.ts';
import { allTransitions } from '../../../machines/paths/chart.ts';
import { type Flow, flows } from '../../../machines/paths/flows.ts';
import { pathWriter } from '../../../machines/paths/path-kinds.ts';
import { type Planted, plantFaults } from '../../../machines/paths/planted.ts';
import { replayOn } from '../../../machines/paths/replay-path.ts';

/** What a replay of states cannot see, since the machine only remembers something else; the actions' own tests do. */
const unseen = [
  'adding: addToCart done: isRefused is not asked',
  'added: batch.choose: isSelectable is not asked',
  'choosing: batch.choose: isSelectable is not asked',
  'ready: batch.choose: isSelectable is not asked',
  'signingInByPassword: signInByPassword done: isLimited is not asked',
];

async function missedOf(flow: Flow, paths: PathFile[], planted: Planted[]): Promise<string[]> {
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

  it('gets a wrong target for every arrow and loses every guard once', () => {
    const ofKind = (kind: Planted['kind']) => planted.filter((each) => each.kind === kind).length;
    expect(ofKind('wrong target')).toBe(transitions.filter(({ target }) => target).length);
    expect(ofKind('missing guard')).toBe(transitions.filter(({ guard }) => guard !== undefined).length);
  });

  it('stays sound itself, and every fault in it is caught by replay, but what no state shows', {
    timeout: 180_000,
  }, async () => {
    const every = process.env.SOAK ? 1 : Math.ceil(planted.length / 8);
    const sample = planted.filter((_, at) => at % every === 0);
    const paths = pathWriter(flow)('covering');
    const missed = await missedOf(flow, paths, sample);
    expect(missed.filter((each) => !unseen.includes(each))).toEqual([]);
    expect(missed.length).toBeLessThan(sample.length / 2);
    expect(
      await missedOf(flow, paths, [{ kind: 'wrong target', where: 'none', what: 'sound', machine: flow.machine }]),
    ).toEqual(['none: sound']);
  });
});
