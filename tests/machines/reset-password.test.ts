import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  type PasswordChange,
  resetPasswordMachine,
  type UpdatePasswordOutcome,
  type VerifyLinkOutcome,
} from '../../machines/reset-password.machine.ts';

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
  const sent = vi.fn();
  const actor = createActor(
    resetPasswordMachine.provide({
      actors: {
        verifyLink: fromPromise(async () => verify()),
        updatePassword: fromPromise(async ({ input }) => {
          sent(input);
          return update();
        }),
      },
    }),
    { clock },
  );
  return { actor: actor.start(), clock, sent };
}

const verified = (): VerifyLinkOutcome => ({ kind: 'verified' });
const fail = (): never => {
  throw new Error('no answer');
};

it('a new password cannot be submitted before the reset link has been checked', () => {
  const { actor } = startReset(verified);
  expect(actor.getSnapshot().can(submit)).toBe(false);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
});

it.each([
  ['was refused', (): VerifyLinkOutcome => ({ kind: 'refused' }), 'linkRefused'],
  ['could not be checked', fail, 'linkUnchecked'],
])(
  'a password reset whose link is refused or cannot be checked ends and reports the reason (the link %s)',
  async (_, verify, kind) => {
    const { actor } = startReset(verify);
    const end = await waitFor(actor, (state) => state.status === 'done');
    expect(end.output).toEqual({ kind });
  },
);

it('the password reset flow ends exactly two seconds after the password was changed', async () => {
  const { actor, clock } = startReset(verified);
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  await waitFor(actor, (state) => state.matches('passwordUpdated'));
  clock.increment(1999);
  expect(actor.getSnapshot().status).toBe('active');
  clock.increment(1);
  expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { kind: 'updated' } });
});

it('a new password that could not be saved can be sent again, and the error is hidden while the request runs', async () => {
  const outcomes: UpdatePasswordOutcome[] = [{ kind: 'refused', code: 'sameAsOld', detail: 'same' }];
  const { actor, sent } = startReset(verified, () => outcomes.shift() ?? fail());
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  for (const failure of [
    { failure: 'sameAsOld', detail: 'same' },
    { failure: 'other', detail: null },
  ]) {
    actor.send(submit);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ failure: null, detail: null });
    await waitFor(actor, (state) => state.hasTag('failed'));
    expect(actor.getSnapshot().context).toMatchObject(failure);
  }
  expect(sent.mock.calls).toEqual([[change], [change]]);
});

it('a password reset ends at once when the server reports that its link is no longer valid', async () => {
  const { actor } = startReset(verified, () => ({ kind: 'unauthorized' }));
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ kind: 'unauthorized' });
});

it('cancelling the form of a password reset clears its error', async () => {
  const { actor } = startReset(verified, () => ({ kind: 'refused', code: 'sameAsOld', detail: 'same' }));
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  const refused = await waitFor(actor, (state) => state.matches('updateRefused'));
  expect(refused.context).toMatchObject({ failure: 'sameAsOld', detail: 'same' });
  actor.send({ type: 'form.cancel' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'enteringPassword', context: { failure: null, detail: null } });
});

it('the stored snapshot of a password reset does not contain the new password', async () => {
  const { actor } = startReset(verified, fail);
  await waitFor(actor, (state) => state.matches('enteringPassword'));
  actor.send(submit);
  await waitFor(actor, (state) => state.hasTag('failed'));
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain(change.newPassword);
});
