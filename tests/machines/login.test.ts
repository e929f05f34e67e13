import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { lookupUser, student, userId } from '../../lab/alphabets/samples.ts';
import {
  type LoginInput,
  type LookUpOutcome,
  loginMachine,
  offeredMethods,
  type PasswordInput,
  type PasswordOutcome,
} from '../../machines/login.machine.ts';
import { oneTimeCodeMachine } from '../../machines/one-time-code.machine.ts';

const found: LookUpOutcome = { kind: 'found', user: lookupUser() };

function startLogin(
  input: LoginInput,
  answers: { lookUp?: LookUpOutcome; signIn?: (given: PasswordInput) => PasswordOutcome } = {},
) {
  const lookUp = vi.fn(({ identifier: _ }: { identifier: string }) => answers.lookUp ?? found);
  const signIn = vi.fn(answers.signIn ?? ((): PasswordOutcome => ({ kind: 'signedIn', student })));
  const actor = createActor(
    loginMachine.provide({
      actors: {
        lookUp: fromPromise(async ({ input: given }) => lookUp(given)),
        signInByPassword: fromPromise(async ({ input: given }) => signIn(given)),
        oneTimeCode: oneTimeCodeMachine.provide({ actors: { loadProvider: fromPromise(async () => {}) } }),
      },
    }),
    { input },
  );
  return { actor: actor.start(), lookUp, signIn };
}

it('a student’s identifier (such as an email address) in the URL of the login page is looked up at once', async () => {
  const { actor, lookUp } = startLogin({ identifier: ' 24EL0001 ' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  expect(lookUp).toHaveBeenCalledWith({ identifier: '24EL0001' });
});

it('login does not accept an identifier that is blank', () => {
  const { actor } = startLogin({});
  expect(actor.getSnapshot().can({ type: 'identifier.submit', identifier: '  ' })).toBe(false);
  expect(actor.getSnapshot().can({ type: 'identifier.submit', identifier: ' a ' })).toBe(true);
});

it('a sign-in by password returns the student and the method, and the stored snapshot does not contain the password', async () => {
  const { actor, signIn } = startLogin({ identifier: 'asha.nair@example.com' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  actor.send({ type: 'password.submit', password: 'Landfall#2026' });
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ student, method: 'password' });
  expect(signIn).toHaveBeenCalledWith({
    identifier: 'asha.nair@example.com',
    field: 'email',
    user_id: userId,
    password: 'Landfall#2026',
  });
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('"password":"Landfall');
});

it('a rejected password shows the reason, and the student can try another one', async () => {
  const { actor } = startLogin(
    { identifier: 'x' },
    {
      signIn: ({ password }) => {
        if (password === 'wrong') return { kind: 'refused', code: 'invalidCredentials' };
        if (password === 'gone') return { kind: 'refused', code: 'userNotFound' };
        throw new Error('no answer');
      },
    },
  );
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  const refusals: [string, string][] = [
    ['wrong', 'invalidCredentials'],
    ['gone', 'userNotFound'],
    ['other', 'somethingWrong'],
  ];
  for (const [password, code] of refusals) {
    actor.send({ type: 'password.submit', password });
    const state = await waitFor(actor, (each) => each.matches('passwordRejected'));
    expect(state.context.failure).toBe(code);
  }
});

it('offeredMethods returns the sign-in methods that the account can use', () => {
  expect(offeredMethods(lookupUser())).toEqual(['password', 'whatsapp_otp', 'email_otp']);
  expect(offeredMethods(lookupUser({ whatsapp_number: null }))).toContain('whatsapp_otp');
  expect(offeredMethods(lookupUser({ whatsapp_number: null, mobile: null }))).toEqual(['password', 'email_otp']);
  expect(offeredMethods(lookupUser({ email: null }))).toEqual(['password', 'whatsapp_otp']);
});

it('an account that has only a default password cannot sign in by password', async () => {
  const early = startLogin(
    { identifier: 'dev.menon@example.com' },
    { lookUp: { kind: 'found', user: lookupUser({ is_default_password: true }) } },
  ).actor;
  const state = await waitFor(early, (each) => each.matches('choosingMethod'));
  expect(state.can({ type: 'method.choose', method: 'password' })).toBe(false);
  expect(state.can({ type: 'method.choose', method: 'email_otp' })).toBe(true);

  const late = startLogin({ identifier: 'x' }, { signIn: () => ({ kind: 'defaultPassword' }) }).actor;
  await waitFor(late, (each) => each.matches('choosingMethod'));
  late.send({ type: 'method.choose', method: 'password' });
  late.send({ type: 'password.submit', password: 'default' });
  const back = await waitFor(late, (each) => each.matches('choosingMethod'));
  expect(back.can({ type: 'method.choose', method: 'password' })).toBe(false);
});

it('going back in login leads to the choice of sign-in methods, and then to an empty field for the identifier', async () => {
  const { actor } = startLogin({ identifier: 'asha.nair@example.com' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  actor.send({ type: 'step.back' });
  expect(actor.getSnapshot().value).toBe('choosingMethod');
  actor.send({ type: 'step.back' });
  expect(actor.getSnapshot().value).toBe('enteringIdentifier');
  expect(actor.getSnapshot().context).toMatchObject({ identifier: '', user: null });
});

it('going back from the one-time code returns to the choice of sign-in methods', async () => {
  const { actor } = startLogin({ identifier: 'asha.nair@example.com' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'email_otp' });
  const child = actor.getSnapshot().children.oneTimeCode;
  expect(child?.getSnapshot().context).toMatchObject({ method: 'email_otp', user_id: userId });
  child?.send({ type: 'code.back' });
  expect(actor.getSnapshot().value).toBe('choosingMethod');
});

it('login distinguishes an identifier that is unknown from a lookup that failed', async () => {
  const unknown = startLogin({ identifier: 'nobody' }, { lookUp: { kind: 'notFound' } }).actor;
  expect((await waitFor(unknown, (state) => state.hasTag('failed'))).context.failure).toBe('identifierNotFound');

  const failing = createActor(
    loginMachine.provide({ actors: { lookUp: fromPromise(async () => Promise.reject(new Error('no answer'))) } }),
    { input: { identifier: 'x' } },
  ).start();
  const state = await waitFor(failing, (each) => each.hasTag('failed'));
  expect(state.value).toBe('lookupFailed');
  expect(state.can({ type: 'identifier.submit', identifier: 'y' })).toBe(true);
});

it('an account lookup refused for too many requests shows when the student can try again', async () => {
  const words = 'Please try again in 5 minutes.';
  const { actor } = startLogin({ identifier: 'x' }, { lookUp: { kind: 'limited', words } });
  const state = await waitFor(actor, (each) => each.hasTag('failed'));
  expect(state.value).toBe('lookupFailed');
  expect(state.context).toMatchObject({ failure: 'tooManyRequests', words });
});

it('after a reload, a sign-in by one-time code waits for the code already sent by email, without a new lookup of the account', () => {
  const codeOut = { method: 'email_otp' as const, sentTo: 'a***@example.com', requestId: 'old', resendAt: 0 };
  const underWay = { identifier: 'asha.nair@example.com', user: lookupUser(), codeOut };
  const { actor, lookUp } = startLogin({ underWay });
  expect(actor.getSnapshot().value).toBe('enteringCode');
  expect(actor.getSnapshot().children.oneTimeCode?.getSnapshot().context).toMatchObject({
    ...{ method: 'email_otp', user_id: userId, identifier: 'asha.nair@example.com', requestId: 'old' },
  });
  expect(lookUp).not.toHaveBeenCalled();
});
