import { expect, it } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { resetPasswordMachine } from '../../machines/reset-password.machine.ts';
import type { PasswordChange, UpdatePasswordOutcome, VerifyLinkOutcome } from '../../machines/reset-password.types.ts';

const change: PasswordChange = {
  email: 'asha.nair@example.com',
  newPassword: 'Anchor#2027',
  confirmPassword: 'Anchor#2027',
};
const submit = { type: 'password.submit', change } as const;

function startReset(
  verify: () => VerifyLinkOutcome,
  update: () => UpdatePasswordOutcome = () => ({ kind: 'updated' }),
) {
  const clock = new SimulatedClock();
  const actor = createActor(
    resetPasswordMachine.provide({
      actors: {
        verifyLink: fromPromise(async () => verify()),
        updatePassword: fromPromise(async () => update()),
      },
    }),
    { clock },
  );
  return { actor: actor.start(), clock };
}

const verified = (): VerifyLinkOutcome => ({ kind: 'verified' });
const fail = (): never => {
  throw new Error('no answer');
};

it('takes no password before the link is checked', () => {
  const { actor } = startReset(verified);
  expect(actor.getSnapshot().can(submit)).toBe(false);
});

it.each([
  ['was refused', (): VerifyLinkOutcome => ({ kind: 'refused' }), 'linkRefused'],
  ['could not be checked', fail, 'linkUnchecked'],
])('ends when the link %s', async (_, verify, kind) => {
  const { actor } = startReset(verify);
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ kind });
});

it('updates and goes on after two seconds, not before', async () => {
  const { actor, clock } = startReset(verified);
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  await waitFor(actor, (state) => state.matches('passwordUpdated'));
  clock.increment(1999);
  expect(actor.getSnapshot().status).toBe('active');
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { kind: 'updated' } });
});

it('ends at once where the server takes the link no more', async () => {
  const { actor } = startReset(verified, () => ({ kind: 'unauthorized' }));
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ kind: 'unauthorized' });
});

it('forgets a failure on Cancel', async () => {
  const { actor } = startReset(verified, () => ({ kind: 'refused', code: 'sameAsOld', detail: 'same' }));
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  const refused = await waitFor(actor, (state) => state.matches('updateRefused'));
  expect(refused.context).toMatchObject({ failure: 'sameAsOld', detail: 'same' });
  actor.send({ type: 'form.cancel' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'enteringPassword', context: { failure: null, detail: null } });
});

it('keeps the passwords out of its snapshot', async () => {
  const { actor } = startReset(verified, fail);
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  await waitFor(actor, (state) => state.hasTag('failed'));
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(change.newPassword);
});
