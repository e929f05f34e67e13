import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lookupUser } from '../../../../lab/alphabets/samples.ts';
import { type LookUpOutcome, loginMachine } from '../../../../machines/login.machine.ts';
import { oneTimeCodeMachine } from '../../../../machines/one-time-code.machine.ts';
import { LiveMachines } from '../../../../src/lib/machine-log/live-machines.ts';
import { settled } from '../../../machines/settled.ts';

function login(registry: LiveMachines, outcome: LookUpOutcome = { kind: 'found', user: lookupUser() }) {
  const codeFlow = oneTimeCodeMachine.provide({ actors: { loadProvider: fromPromise(async () => {}) } });
  const flow = loginMachine.provide({
    actors: { lookUp: fromPromise(async () => outcome), oneTimeCode: codeFlow },
  });
  return createActor(flow, { input: {}, inspect: registry.inspect }).start();
}

describe('the registry of running machines', () => {
  it('the registry of state machines lists each running machine and its child machines with their states', async () => {
    const registry = new LiveMachines();
    const actor = login(registry);
    expect(registry.machines).toMatchObject([{ machine: 'login', value: 'enteringIdentifier', isLive: true }]);
    actor.send({ type: 'identifier.submit', identifier: 'asha.nair@example.com' });
    expect(registry.machines).toMatchObject([{ machine: 'login', value: 'lookingUp', tags: ['busy'] }]);
    await settled();
    actor.send({ type: 'method.choose', method: 'email_otp' });
    expect(registry.machines.map(({ machine, value }) => [machine, value])).toEqual([
      ['login', 'enteringCode'],
      ['oneTimeCode', 'loadingProvider'],
    ]);
    actor.stop();
    expect(registry.machines.filter(({ isLive }) => isLive)).toEqual([]);
  });

  it('the registry of state machines records events, outcomes and transitions, but never what was typed', async () => {
    const registry = new LiveMachines();
    const actor = login(registry);
    actor.send({ type: 'identifier.submit', identifier: 'asha.nair@example.com' });
    await settled();
    actor.send({ type: 'method.choose', method: 'password' });
    actor.send({ type: 'password.submit', password: 'Landfall#2026' });
    expect(registry.steps.map(({ event, words, taken }) => ({ event, words, taken }))).toMatchObject([
      { event: 'xstate.init', taken: ['login.arriving always 3'] },
      { event: 'identifier.submit', words: {}, taken: ['login.enteringIdentifier identifier.submit 1'] },
      {
        event: 'xstate.done.actor.lookUp',
        words: { kind: 'found' },
        taken: ['login.lookingUp xstate.done.actor.lookUp 1'],
      },
      { event: 'method.choose', words: { method: 'password' } },
      { event: 'password.submit', words: {} },
    ]);
    expect(JSON.stringify([registry.steps, registry.machines])).not.toMatch(/asha|Landfall#2026|0190a000/i);
    actor.stop();
  });

  it('the registry of state machines stores only the last 300 events, and consecutive clock ticks as one event', async () => {
    const registry = new LiveMachines();
    const actor = login(registry, { kind: 'notFound' });
    for (let round = 0; round < 160; round += 1) {
      actor.send({ type: 'identifier.submit', identifier: 'nobody' });
      await settled();
    }
    expect(registry.steps).toHaveLength(300);
    expect(registry.steps.at(-1)?.number).toBe(320);
    const clocked = createActor(oneTimeCodeMachine, {
      input: { method: 'email_otp', user: { user_id: 'x' } },
      inspect: registry.inspect,
    }).start();
    for (let now = 0; now < 10; now += 1) clocked.send({ type: 'clock.tick', now });
    expect(registry.steps.filter(({ event }) => event === 'clock.tick')).toHaveLength(1);
    for (const each of [actor, clocked]) each.stop();
  });

  it('the registry of state machines notifies its listeners of changes, and clearing it removes past events and stopped machines', () => {
    const registry = new LiveMachines();
    let notified = 0;
    const stop = registry.subscribe(() => {
      notified += 1;
    });
    const gone = login(registry);
    gone.stop();
    const actor = login(registry);
    expect(notified).toBe(3);
    registry.clear();
    expect(notified).toBe(4);
    expect(registry.steps).toEqual([]);
    expect(registry.machines).toMatchObject([{ machine: 'login', value: 'enteringIdentifier' }]);
    stop();
    actor.stop();
    expect(notified).toBe(4);
  });
});
