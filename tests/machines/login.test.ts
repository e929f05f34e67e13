import { expect, it, onTestFinished, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { lookupUser, student, userId } from '../../lab/alphabets/samples.ts';
import { createClock } from '../../machines/clock.ts';
import {
  type LoginInput,
  type LookUpInput,
  type LookUpOutcome,
  loginMachine,
  offeredMethods,
  type PasswordInput,
  type PasswordOutcome,
} from '../../machines/login.machine.ts';
import {
  type CodeSignInOutcome,
  oneTimeCodeMachine,
  type SendOutcome,
  type VerifyOutcome,
} from '../../machines/one-time-code.machine.ts';

const found: LookUpOutcome = { kind: 'found', user: lookupUser() };

function startLogin(
  input: LoginInput,
  answers: { lookUp?: LookUpOutcome; signIn?: (given: PasswordInput) => PasswordOutcome } = {},
) {
  const lookUp = vi.fn(({ identifier: _ }: { identifier: string }) => answers.lookUp ?? found);
  const signIn = vi.fn(answers.signIn ?? ((): PasswordOutcome => ({ kind: 'signedIn', student })));
  const oneTimeCode = oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise(async () => {}),
      fetchContact: fromPromise(async () => ({ contact: '9876500001' })),
      sendCode: fromPromise(async (): Promise<SendOutcome> => ({ kind: 'sent', requestId: 'request-1', sentAt: 0 })),
      verifyCode: fromPromise(async (): Promise<VerifyOutcome> => ({ kind: 'verified', accessToken: 'token' })),
      signInByCode: fromPromise(async (): Promise<CodeSignInOutcome> => ({ kind: 'signedIn', student })),
      tickClock: createClock(() => 0),
    },
  });
  const actor = createActor(
    loginMachine.provide({
      actors: {
        lookUp: fromPromise(async ({ input: given }) => lookUp(given)),
        signInByPassword: fromPromise(async ({ input: given }) => signIn(given)),
        oneTimeCode,
      },
    }),
    { input },
  );
  onTestFinished(() => void actor.stop());
  return { actor: actor.start(), lookUp, signIn };
}

it('a student’s identifier (such as an email address) in the URL of the login page is looked up at once', async () => {
  const { actor, lookUp } = startLogin({ identifier: ' 24EL0001 ' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  expect(lookUp).toHaveBeenCalledWith({ identifier: '24EL0001' });
});

it('login does not accept an identifier that is blank', () => {
  const { actor } = startLogin({});
  const nobody = { identifier: '', user: null, method: 'password', codeOut: null, student: null };
  expect(actor.getSnapshot()).toMatchObject({ value: 'enteringIdentifier', tags: new Set() });
  expect(actor.getSnapshot().context).toEqual({ ...nobody, failure: null, words: null });
  expect(actor.getSnapshot().can({ type: 'identifier.submit', identifier: '  ' })).toBe(false);
  expect(actor.getSnapshot().can({ type: 'identifier.submit', identifier: ' a ' })).toBe(true);
});

it('login removes surrounding spaces from the typed identifier and looks it up, and clears the failure of an earlier lookup', async () => {
  const { actor, lookUp } = startLogin({}, { lookUp: { kind: 'limited', words: 'Wait.' } });
  actor.send({ type: 'identifier.submit', identifier: 'nobody' });
  const retry = { type: 'identifier.submit', identifier: ' asha.nair@example.com ' } as const;
  await waitFor(actor, (state) => state.hasTag('failed'));
  lookUp.mockReturnValueOnce({ kind: 'notFound' });
  actor.send(retry);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ failure: null, words: null });
  await waitFor(actor, (state) => state.matches('identifierNotFound'));
  expect(actor.getSnapshot().context).toMatchObject({ failure: 'identifierNotFound', words: null });
  lookUp.mockReturnValueOnce(found);
  actor.send(retry);
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  expect(lookUp.mock.lastCall).toEqual([{ identifier: 'asha.nair@example.com' }]);
});

it('login does not accept an empty password', async () => {
  const { actor, signIn } = startLogin(
    { identifier: 'x' },
    { signIn: () => ({ kind: 'refused', code: 'somethingWrong' }) },
  );
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  for (const state of ['enteringPassword', 'passwordRejected'] as const) {
    await waitFor(actor, (each) => each.matches(state));
    expect(actor.getSnapshot().can({ type: 'password.submit', password: '' })).toBe(false);
    actor.send({ type: 'password.submit', password: ' ' });
  }
  expect(signIn).toHaveBeenCalledTimes(2);
});

it('a sign-in by password returns the student and the sign-in method, and the stored snapshot does not contain the password', async () => {
  const { actor, signIn } = startLogin(
    { identifier: '24EL0001' },
    { lookUp: { kind: 'found', user: lookupUser({ field: 'indos_number' }) } },
  );
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  actor.send({ type: 'password.submit', password: 'Landfall#2026' });
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ student, method: 'password' });
  expect(signIn).toHaveBeenCalledWith({
    identifier: '24EL0001',
    field: 'indos_number',
    user_id: userId,
    password: 'Landfall#2026',
  });
  expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('"password":"Landfall');
});

it('login shows why a password was rejected until the student submits another password or goes back', async () => {
  const { actor } = startLogin(
    { identifier: 'x' },
    {
      signIn: ({ password }) => {
        if (password === 'wrong') return { kind: 'refused', code: 'invalidCredentials' };
        if (password === 'gone') return { kind: 'refused', code: 'userNotFound' };
        if (password === 'often') return { kind: 'limited', words: 'Please try again in 5 minutes.' };
        throw new Error('no answer');
      },
    },
  );
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'password' });
  for (const [password, failure, words] of [
    ['wrong', 'invalidCredentials', null],
    ['gone', 'userNotFound', null],
    ['often', 'tooManyRequests', 'Please try again in 5 minutes.'],
    ['other', 'somethingWrong', null],
    ['often', 'tooManyRequests', 'Please try again in 5 minutes.'],
  ] as const) {
    actor.send({ type: 'password.submit', password });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ failure: null, words: null });
    const state = await waitFor(actor, (each) => each.matches('passwordRejected'));
    expect(state.hasTag('failed')).toBe(true);
    expect(state.context).toMatchObject({ failure, words });
  }
  actor.send({ type: 'step.back' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosingMethod', context: { failure: null, words: null } });
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

it('login distinguishes an unknown identifier from a failed lookup of the account', async () => {
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

it('a sign-in by one-time code returns the student and the sign-in method', async () => {
  const { actor } = startLogin({ identifier: 'asha.nair@example.com' });
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'whatsapp_otp' });
  const child = actor.getSnapshot().children.oneTimeCode;
  if (!child) throw new Error('The one-time code machine does not run');
  await waitFor(child, (state) => state.matches('awaitingCode'));
  child.send({ type: 'code.submit', code: '123456' });
  const end = await waitFor(actor, (state) => state.status === 'done');
  expect(end.output).toEqual({ student, method: 'whatsapp_otp' });
});

it('a student who chooses a sign-in method again after a reload gets a new one-time code', async () => {
  const codeOut = { method: 'email_otp' as const, sentTo: 'a***@example.com', requestId: 'old', resendAt: 1 };
  const { actor } = startLogin({ underWay: { identifier: 'asha.nair@example.com', user: lookupUser(), codeOut } });
  actor.getSnapshot().children.oneTimeCode?.send({ type: 'code.back' });
  actor.send({ type: 'method.choose', method: 'whatsapp_otp' });
  const child = actor.getSnapshot().children.oneTimeCode;
  if (!child) throw new Error('The one-time code machine does not run');
  const { context } = await waitFor(child, (state) => state.matches('awaitingCode'));
  expect(context).toMatchObject({ method: 'whatsapp_otp', requestId: 'request-1' });
});

it('after an unexpected error in the sign-in by one-time code, the student can go back and choose a sign-in method again', async () => {
  const oneTimeCode = oneTimeCodeMachine.provide({
    actors: { loadProvider: fromPromise(async () => {}) },
    guards: {
      isCodeOut: () => {
        throw new Error('a broken guard');
      },
    },
  });
  const lookUp = fromPromise<LookUpOutcome, LookUpInput>(async () => found);
  const actor = createActor(loginMachine.provide({ actors: { lookUp, oneTimeCode } }), { input: { identifier: 'x' } });
  actor.start();
  await waitFor(actor, (state) => state.matches('choosingMethod'));
  actor.send({ type: 'method.choose', method: 'email_otp' });
  const failed = await waitFor(actor, (state) => state.hasTag('failed'));
  expect(failed).toMatchObject({ value: 'methodFailed', context: { failure: 'somethingWrong' } });
  actor.send({ type: 'step.back' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'choosingMethod', context: { failure: null } });
});
