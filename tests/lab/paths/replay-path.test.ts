import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartHash } from '../../../lab/chart/chart.ts';
import { type Flow, findFlow } from '../../../lab/flows.ts';
import type { PathFile } from '../../../lab/path-file.ts';
import { replayOn, replayPath } from '../../../lab/paths/replay-path.ts';

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
  chart: chartHash(oldMachine),
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
  chart: login ? chartHash(login.machine) : '',
  input: {},
  start: { state: 'enteringIdentifier' },
  steps: [
    { event: { type: 'identifier.submit', identifier: { fixture: 'student.email' } }, expect: { state: 'lookingUp' } },
    { event: { type: 'lookUp done', outcome: 'found' }, expect: { state: 'choosingMethod' } },
  ],
};
const withStep = (at: number, step: Partial<PathFile['steps'][number]>): PathFile => ({
  ...loginPath,
  steps: loginPath.steps.map((each, index) => (index === at ? { ...each, ...step } : each)),
});

describe('a replay', () => {
  it('the replay of a path takes the state machine through all states of the path', async () => {
    const replay = await replayOn(flowOf(oldMachine), path);
    expect(replay).toMatchObject({ difference: null, isOlder: false });
    expect([...replay.states]).toEqual(['moored', 'sailing.north', 'sailing.south']);
    expect((await replayPath(loginPath))?.difference).toBeNull();
  });

  it('the replay of a path reports the step at which the state machine differs, with the expected and the actual state', async () => {
    const replay = await replayPath(withStep(1, { expect: { state: 'identifierNotFound' } }));
    expect(replay?.difference).toEqual({
      step: 2,
      expected: 'identifierNotFound',
      actual: 'choosingMethod',
      message:
        'Step 2 of 2, after “lookUp done”: the path says “identifierNotFound”, the machine is in “choosingMethod”.',
    });
  });

  it('the replay of a path reports an initial state of the state machine that differs from the start of the path', async () => {
    const replay = await replayPath({ ...loginPath, start: { state: 'lookingUp' } });
    expect(replay?.difference?.message).toBe(
      'At the start: the path says “lookingUp”, the machine is in “enteringIdentifier”.',
    );
  });

  it('the replay of a path reports an event that the current state of the machine does not handle', async () => {
    const replay = await replayPath(withStep(1, { event: { type: 'password.submit', password: '' } }));
    expect(replay?.difference?.message).toContain('is in “lookingUp” and does not handle it');
  });

  it('the replay of a path reports that the path names an unknown outcome of an actor or an unknown test value', async () => {
    const outcome = await replayPath(withStep(1, { event: { type: 'lookUp done', outcome: 'lost' } }));
    expect(outcome?.difference?.message).toContain(
      'lookUp has no outcome “lost” (known: found, foundWithDefaultPassword, notFound, limited)',
    );
    const identifier = { fixture: 'student.nickname' };
    const fixture = await replayPath(withStep(0, { event: { type: 'identifier.submit', identifier } }));
    expect(fixture?.difference?.message).toContain('there is no fixture student.nickname');
    const input = await replayPath({ ...loginPath, input: { identifier } });
    expect(input?.difference?.message).toContain('cannot start: there is no fixture student.nickname');
  });

  it('replayPath returns null for a path of an unknown state machine', async () => {
    expect(await replayPath({ ...path, machine: 'ferry' })).toBeNull();
  });
});

describe('a path of an older machine version', () => {
  const replayedOn = (states: Parameters<typeof createMachine>[0]['states']) =>
    replayOn(flowOf(createMachine({ id: 'ferry', initial: 'moored', ...(states && { states }) })), path);

  it('a path made for an older version of its state machine is marked as older and passes if its steps are still valid', async () => {
    const more = { moored: { on: { 'rope.cast': 'sailing' } }, sailing: inner, anchored: {} };
    expect(await replayedOn(more)).toMatchObject({ difference: null, isOlder: true });
  });

  it('the replay of a path made for an older version of its state machine reports the first step that differs', async () => {
    const moved = await replayedOn({ moored: { on: { 'rope.cast': 'resting' } }, sailing: inner, resting: {} });
    expect(moved).toMatchObject({ isOlder: true, difference: { step: 1, actual: 'resting' } });
  });

  it('the replay of a path made for an older version of its state machine reports the first event that is no longer handled', async () => {
    const renamed = await replayedOn({ moored: { on: { 'line.cast': 'under' } }, under: {} });
    expect(renamed.isOlder).toBe(true);
    expect(renamed.difference?.message).toContain('after “rope.cast”');
    expect(renamed.difference?.message).toContain('is in “moored” and does not handle it');
  });
});
