import { afterEach, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lookupUser } from '../../../../lab/alphabets/samples.ts';
import { type LookUpOutcome, loginMachine, type PasswordOutcome } from '../../../../machines/login.machine.ts';
import { lastPath } from '../../../../src/lib/machine-log/last-path.ts';
import { LiveMachines } from '../../../../src/lib/machine-log/live-machines.ts';
import { settled } from '../../../machines/settled.ts';

const running: { stop: () => void }[] = [];
afterEach(() => {
  for (const actor of running.splice(0)) actor.stop();
});

it('an error report lists the last state machine events and states, but no data that was typed or returned', async () => {
  const registry = new LiveMachines();
  const refused: PasswordOutcome = { kind: 'refused', code: 'invalidCredentials' };
  const machine = loginMachine.provide({
    actors: {
      lookUp: fromPromise(async (): Promise<LookUpOutcome> => ({ kind: 'found', user: lookupUser() })),
      signInByPassword: fromPromise(async (): Promise<PasswordOutcome> => refused),
    },
  });
  const actor = createActor(machine, { input: {}, inspect: registry.inspect });
  running.push(actor);
  actor.start();
  actor.send({ type: 'identifier.submit', identifier: 'priya.secret@example.org' });
  await settled();
  actor.send({ type: 'method.choose', method: 'password' });
  actor.send({ type: 'password.submit', password: 'Typed#Secret1' });
  await settled();
  const path = lastPath(registry.steps);
  expect(path).toBe(
    [
      'login: init > enteringIdentifier',
      'login: identifier.submit > lookingUp',
      'login: done.actor.lookUp > choosingMethod',
      'login: method.choose > enteringPassword',
      'login: password.submit > signingInByPassword',
      'login: done.actor.signInByPassword > passwordRejected',
    ].join('; '),
  );
  expect(path).not.toMatch(/priya|Secret|0190a000|\*\*/);
});

it('an error report contains at most the last twelve state machine steps, with the names of nested states', () => {
  const recent = Array.from({ length: 40 }, (_, number) => ({
    machine: 'oneTimeCode',
    event: number === 39 ? 'code.submit' : 'clock.tick',
    value: { awaitingCode: 'codeIncomplete' },
  }));
  const steps = lastPath(recent).split('; ');
  expect(steps).toHaveLength(12);
  expect(steps.at(-1)).toBe('oneTimeCode: code.submit > awaitingCode.codeIncomplete');
});
