import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import type { PathFile } from '../../../contract/path-file.ts';
import { chartMark } from '../../../machines/paths/chart-mark.ts';
import { type Flow, findFlow } from '../../../machines/paths/flows.ts';
import { replayOn, replayPath } from '../../../machines/paths/replay-path.ts';

const inner = { states: { north: { on: { 'wind.turn': 'south' } }, south: {} }, initial: 'north' };
const oldMachine = createMachine({
  id: 'ferry',
  initial: 'moored',
  states: { moored: { on: { 'rope.cast': 'sailing', 'bell.ring': 'resting' } }, sailing: inner, resting: {} },
});
const flowOf = (machine: typeof oldMachine): Flow => ({
  file: 'ferry.machine.ts',
  machine,
  alphabet: { inputs: [null], events: [{ type: 'rope.cast' }], outcomes: {} },
});
const path: PathFile = {
  format: 'landfall-path',
  version: 1,
  machine: 'ferry',
  chart: chartMark(oldMachine),
  title: 'Out and about',
  fixtures: [],
  input: null,
  start: { state: 'moored' },
  steps: [
    { event: { type: 'rope.cast' }, expect: { state: 'sailing.north' } },
    { event: { type: 'wind.turn' }, expect: { state: 'sailing.south' } },
  ],
};
const login = findFlow('login');
const loginPath: PathFile = {
  ...path,
  machine: 'login',
  chart: login ? chartMark(login.machine) : '',
  input: {},
  start: { state: 'enteringIdentifier' },
  steps: [
    { event: { type: 'identifier.submit', identifier: { fixture: 'student.email' } }, expect: { state: 'lookingUp' } },
    { event: { type: 'lookUp done', outcome: 'found' }, expect: { state: 'choosingMethod' } },
  ],
};
const withStep = (at: number, step: Partial<PathFile['steps'][number]>): PathFile => ({
  ...loginPath,
  steps: loginPath.steps.map((each, place) => (place === at ? { ...each, ...step } : each)),
});

describe('a replay', () => {
  it('follows its path to the end', async () => {
    const replay = await replayOn(flowOf(oldMachine), path);
    expect(replay).toMatchObject({ difference: null, isOlder: false, changes: [] });
    expect([...replay.states]).toEqual(['moored', 'sailing.north', 'sailing.south']);
    expect((await replayPath(loginPath))?.difference).toBeNull();
  });

  it('says at which step and how it differs', async () => {
    const replay = await replayPath(withStep(1, { expect: { state: 'identifierNotFound' } }));
    expect(replay?.difference).toEqual({
      step: 2,
      expected: 'identifierNotFound',
      actual: 'choosingMethod',
      words:
        'Step 2 of 2, after “lookUp done”: the path says “identifierNotFound”, the machine is in “choosingMethod”.',
    });
  });

  it('says so where it differs before the first step', async () => {
    const replay = await replayPath({ ...loginPath, start: { state: 'lookingUp' } });
    expect(replay?.difference?.words).toBe(
      'At the beginning: the path says “lookingUp”, the machine is in “enteringIdentifier”.',
    );
  });

  it('tells an event that the state does not listen to from one that leads elsewhere', async () => {
    const replay = await replayPath(withStep(1, { event: { type: 'password.submit', password: '' } }));
    expect(replay?.difference?.words).toContain('is in “lookingUp” and does not listen to it');
  });

  it('names an outcome and a fixture that there is none of', async () => {
    const outcome = await replayPath(withStep(1, { event: { type: 'lookUp done', outcome: 'lost' } }));
    expect(outcome?.difference?.words).toContain(
      'lookUp has no outcome “lost” (known: found, foundWithDefaultPassword, notFound, limited)',
    );
    const identifier = { fixture: 'student.nickname' };
    const fixture = await replayPath(withStep(0, { event: { type: 'identifier.submit', identifier } }));
    expect(fixture?.difference?.words).toContain('there is no fixture student.nickname');
    const input = await replayPath({ ...loginPath, input: { identifier } });
    expect(input?.difference?.words).toContain('cannot begin: there is no fixture student.nickname');
  });

  it('knows no machine that is gone', async () => {
    expect(await replayPath({ ...path, machine: 'ferry' })).toBeNull();
  });
});

describe('a path of an older chart', () => {
  const replayedOn = (states: Parameters<typeof createMachine>[0]['states']) =>
    replayOn(flowOf(createMachine({ id: 'ferry', initial: 'moored', ...(states && { states }) })), path);

  it('is told so, and still passes where what it does is as it was', async () => {
    const more = { moored: { on: { 'rope.cast': 'sailing' } }, sailing: inner, anchored: {} };
    expect(await replayedOn(more)).toMatchObject({ difference: null, isOlder: true, changes: [] });
  });

  it('names the transition that leads elsewhere, and where the replay first differs', async () => {
    const moved = await replayedOn({ moored: { on: { 'rope.cast': 'resting' } }, sailing: inner, resting: {} });
    expect(moved.changes).toContain('From “moored”, “rope.cast” now leads to “resting”, no longer to “sailing.north”.');
    expect(moved.difference).toMatchObject({ step: 1, actual: 'resting' });
  });

  it('names states and events that are no more', async () => {
    const renamed = await replayedOn({ moored: { on: { 'line.cast': 'under' } }, under: {} });
    expect(renamed.changes).toEqual([
      'The state “sailing.north” is no more.',
      'The state “sailing.south” is no more.',
      'The event “rope.cast” is no more.',
      'The event “wind.turn” is no more.',
    ]);
    expect(renamed.difference).toMatchObject({ step: 1 });
  });
});
