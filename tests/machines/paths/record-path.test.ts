import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, getInitialSnapshot, getNextSnapshot } from 'xstate';
import type { PathFile } from '../../../contract/path-file.ts';
import { allTransitions } from '../../../machines/paths/chart.ts';
import { type Flow, findFlow, flows } from '../../../machines/paths/flows.ts';
import { chartEvent, startingInput } from '../../../machines/paths/path-events.ts';
import { pathWriter } from '../../../machines/paths/path-kinds.ts';
import { recordPath, type ToldMoment } from '../../../machines/paths/record-path.ts';
import { replayOn } from '../../../machines/paths/replay-path.ts';

/** What a live machine would tell of a path, with the words and nothing else. */
function tell({ machine, alphabet }: Flow, { input, steps }: PathFile): ToldMoment[] {
  let snapshot: AnyMachineSnapshot = getInitialSnapshot(machine, startingInput(input));
  const moments: ToldMoment[] = [{ event: 'xstate.init', words: {}, taken: [], value: snapshot.value }];
  for (const { event } of steps) {
    const heard = chartEvent(event, alphabet, snapshot);
    const taken = machine.getTransitionData(snapshot, heard).map((each) => {
      const alternatives = each.source.transitions.get(each.eventType) ?? [];
      return `${each.source.id} ${each.eventType} ${alternatives.indexOf(each) + 1}`;
    });
    snapshot = getNextSnapshot(machine, snapshot, heard);
    moments.push({ event: heard.type, words: {}, taken, value: snapshot.value });
  }
  return moments;
}

const login = findFlow('login');
if (!login) throw new Error('no login');
const init = { event: 'xstate.init', words: {}, taken: [], value: 'enteringIdentifier' };
const asked = {
  event: 'identifier.submit',
  words: {},
  taken: ['login.enteringIdentifier identifier.submit 1'],
  value: 'lookingUp',
};

describe.each(flows.map((flow) => ({ ...flow, id: flow.machine.id })))('$id', (flow) => {
  it('is recorded from what it tells of any path, and the recording replays', { timeout: 120_000 }, async () => {
    const pathsOf = pathWriter(flow);
    const every = [...pathsOf('covering').reverse(), ...pathsOf('shortest')];
    const paths = process.env.SOAK ? every : every.slice(0, 2);
    expect(allTransitions(flow.machine).length).toBeGreaterThan(0);
    for (const path of paths) {
      const { path: recorded, untold } = recordPath(flow, tell(flow, path), path.title);
      expect(untold).toBeNull();
      const replay = recorded && (await replayOn(flow, recorded));
      expect(replay?.difference?.words).toBeUndefined();
      expect(recorded?.steps.at(-1)?.expect).toEqual(path.steps.at(-1)?.expect);
    }
  });
});

describe('a recording', () => {
  it('takes the sample that is most like what was told', () => {
    const words = { kind: 'limited' };
    const answered = { event: 'xstate.done.actor.lookUp', words, taken: [], value: 'lookupFailed' };
    const { path } = recordPath(login, [init, asked, answered], 'Too often');
    expect(path?.steps.map(({ event }) => event)).toEqual([
      { type: 'identifier.submit', identifier: { fixture: 'student.email' } },
      { type: 'lookUp done', outcome: 'limited' },
    ]);
    expect(path?.fixtures).toEqual(['student.email']);
  });

  it('ends before what no sample can tell, and says so', () => {
    const odd = { ...asked, event: 'step.back', value: 'signedIn' };
    const { path, untold } = recordPath(login, [init, asked, odd], 'Odd');
    expect(path?.steps).toHaveLength(1);
    expect(untold).toBe('No sample of “step.back” leads to “signedIn”: the path ends before it.');
  });

  it('is none where the beginning was not heard', () => {
    expect(recordPath(login, [asked], 'Late')).toEqual({
      path: null,
      untold: 'The machine began before its events were kept.',
    });
    expect(recordPath(login, [], 'None').path).toBeNull();
  });
});
