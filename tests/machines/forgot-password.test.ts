import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  forgotPasswordMachine,
  type SendLinkInput,
  type SendLinkOutcome,
} from '../../machines/forgot-password.machine.ts';
import { settled } from './settled.ts';

/** Requests links by email. The server returns `outcomes` in turn; an `Error` stands for no response. */
function startForgotPassword(...outcomes: Array<SendLinkOutcome | Error>) {
  const sent: SendLinkInput[] = [];
  const sendLink = fromPromise<SendLinkOutcome, SendLinkInput>(async ({ input }) => {
    sent.push(input);
    const outcome = outcomes.shift() ?? new Error('no more outcomes');
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  const actor = createActor(forgotPasswordMachine.provide({ actors: { sendLink } })).start();
  const submit = (email: string) => actor.send({ type: 'email.submit', email });
  return { actor, sent, submit, state: () => actor.getSnapshot() };
}

it('a password reset link is requested for the email address without surrounding spaces, and the state machine outputs this address', async () => {
  const { sent, submit, state } = startForgotPassword({ kind: 'sent' });
  submit(' asha.nair@example.com ');
  expect(state().hasTag('busy')).toBe(true);
  await settled();
  expect(sent).toEqual([{ email: 'asha.nair@example.com' }]);
  expect(state().output).toEqual({ kind: 'sent', email: 'asha.nair@example.com' });
});

it('if a request for a password reset link is refused or gets no response, the reason is shown, and another address can be tried', async () => {
  const refused: SendLinkOutcome = { kind: 'refused', code: 'alreadySent', detail: 'Check your inbox.' };
  const { sent, submit, state } = startForgotPassword(refused, new Error('no response'), { kind: 'sent' });
  expect(state().context).toMatchObject({ failure: null, detail: null });
  for (const failure of [
    { failure: 'alreadySent', detail: 'Check your inbox.' },
    { failure: 'other', detail: null },
  ]) {
    submit('asha@example.com');
    expect(state().context).toMatchObject({ failure: null, detail: null });
    await settled();
    expect(state().hasTag('failed')).toBe(true);
    expect(state().context).toMatchObject(failure);
  }
  submit(' dev@example.com');
  await settled();
  expect(sent.at(-1)).toEqual({ email: 'dev@example.com' });
  expect(state().output).toEqual({ kind: 'sent', email: 'dev@example.com' });
});
