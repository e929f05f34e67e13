import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor, fromPromise, type StateValue } from 'xstate';
import type { CodeMethod } from '../../contract/auth.ts';
import { student, userId } from '../../lab/alphabets/samples.ts';
import { createClock } from '../../machines/clock.ts';
import {
  type CodeOut,
  type CodeSignInOutcome,
  type OneTimeCodeEvent,
  type OneTimeCodeFailure,
  oneTimeCodeMachine,
  RateLimitedError,
  type ResendOutcome,
  type SendOutcome,
  secondsUntilResend,
  type VerifyOutcome,
} from '../../machines/one-time-code.machine.ts';
import { settled } from './settled.ts';

const begin = Date.UTC(2026, 2, 1, 9, 0, 0);

beforeEach(() => vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

/** The result of each actor. An `Error` is thrown instead of returned. */
type Answers = {
  codeOut?: CodeOut;
  provider?: Error;
  contact?: string | Error;
  clock?: Error;
  identifier?: string;
  send?: SendOutcome | Error;
  resend?: ResendOutcome | Error;
  verify?: VerifyOutcome | Error;
  signIn?: CodeSignInOutcome | Error;
};

function orThrow<Answer>(answer: Answer | Error): Answer {
  if (answer instanceof Error) throw answer;
  return answer;
}

async function startCode(method: CodeMethod, answers: Answers = {}) {
  const sent = vi.fn();
  /** The inputs of the calls that load the contact, verify the code and sign in. */
  const inputs = { contact: vi.fn(), verify: vi.fn(), signIn: vi.fn() };
  const sending = () => ({ kind: 'sent' as const, requestId: 'request-1', sentAt: Date.now() });
  const machine = oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise(async () => orThrow<void>(answers.provider)),
      fetchContact: fromPromise(async ({ input }) => {
        inputs.contact(input);
        return { contact: orThrow(answers.contact ?? '098765 00001') };
      }),
      sendCode: fromPromise(async ({ input }) => {
        sent(input);
        return orThrow(answers.send ?? sending());
      }),
      resendCode: fromPromise(async ({ input }) => {
        sent(input);
        return orThrow(answers.resend ?? sending());
      }),
      verifyCode: fromPromise(async ({ input }) => {
        inputs.verify(input);
        return orThrow(answers.verify ?? { kind: 'verified', accessToken: 'token' });
      }),
      signInByCode: fromPromise(async ({ input }) => {
        inputs.signIn(input);
        return orThrow(answers.signIn ?? { kind: 'signedIn', student });
      }),
      tickClock: createClock(() => orThrow(answers.clock ?? Date.now())),
    },
  });
  const { codeOut = null, identifier } = answers;
  const actor = createActor(machine, {
    input: { method, user: { user_id: userId }, codeOut, ...(identifier ? { identifier } : {}) },
  });
  const emitted: string[] = [];
  actor.on('*', (event) => emitted.push(`${event.type} ${event.method}`));
  const countdowns: number[] = [];
  actor.subscribe((state) => state.matches('awaitingCode') && countdowns.push(secondsUntilResend(state.context)));
  actor.start();
  onTestFinished(() => void actor.stop());
  await settled();
  return { actor, sent, emitted, inputs, countdowns };
}

it('a one-time code is sent automatically once the script of the code provider has loaded', async () => {
  const { actor, sent, emitted } = await startCode('whatsapp_otp');
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
  expect(sent).toHaveBeenCalledExactlyOnceWith({ contact: '919876500001', method: 'whatsapp_otp' });
  expect(emitted).toEqual(['code.sent whatsapp_otp']);
  expect(actor.getSnapshot().context).toEqual({
    ...{ method: 'whatsapp_otp', user_id: userId, identifier: '', contact: '919876500001', sentTo: '********0001' },
    ...{ requestId: 'request-1', now: begin, resendAt: begin + 30_000, code: '', accessToken: '', student: null },
    ...{ failure: null, failureDetail: null, advice: null },
  });
});

it('the student can request another one-time code exactly 30 seconds after the first', async () => {
  const { actor, sent, emitted } = await startCode('whatsapp_otp');
  const resend = { type: 'code.resend' } as const;
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(30);
  vi.advanceTimersByTime(29_000);
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(1);
  vi.advanceTimersByTime(999);
  expect(actor.getSnapshot().can(resend)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(actor.getSnapshot().can(resend)).toBe(true);
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(0);
  actor.send(resend);
  await settled();
  expect(sent).toHaveBeenLastCalledWith({ method: 'whatsapp_otp', requestId: 'request-1' });
  expect(emitted).toEqual(['code.sent whatsapp_otp', 'code.resent whatsapp_otp']);
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(30);
});

it('a wrong one-time code does not restart the resend countdown', async () => {
  const { actor } = await startCode('whatsapp_otp', { verify: { kind: 'refused', code: 'incorrectCode' } });
  vi.advanceTimersByTime(12_345);
  actor.send({ type: 'code.submit', code: '000000' });
  await settled();
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'codeRejected' });
  expect(actor.getSnapshot().context).toMatchObject({ failure: 'incorrectCode', code: '' });
  vi.advanceTimersByTime(30_000 - 12_345 - 1);
  expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
  vi.advanceTimersByTime(1);
  expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(true);
});

it('the time from which a one-time code can be resent survives storing and restoring the state machine', async () => {
  const { actor } = await startCode('email_otp', { contact: 'asha.nair@example.com' });
  const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
  actor.stop();
  vi.advanceTimersByTime(60_000);
  const restored = createActor(oneTimeCodeMachine.provide({ actors: { tickClock: createClock(() => Date.now()) } }), {
    snapshot,
    input: { method: 'email_otp', user: { user_id: userId } },
  }).start();
  expect(restored.getSnapshot().can({ type: 'code.resend' })).toBe(true);
  restored.stop();
});

it.each(['', '12345', '1234567', '12345a'])(
  'the incomplete one-time code %j is not sent to the provider',
  async (code) => {
    const { actor } = await startCode('whatsapp_otp');
    actor.send({ type: 'code.submit', code });
    expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'codeIncomplete' });
    expect(actor.getSnapshot().context.failure).toBe('codeIncomplete');
  },
);

it('a correct one-time code signs the student in, and the state machine keeps neither the code nor the access token', async () => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send({ type: 'code.submit', code: '123456' });
  await settled();
  const end = actor.getSnapshot();
  expect(end.value).toBe('verified');
  expect(end.output).toEqual({ kind: 'signedIn', student });
  expect(end.context).toMatchObject({ code: '', accessToken: '' });
});

it.each([
  ['whatsapp_otp', '12345', 'invalidNumber'],
  ['email_otp', 'asha@', 'invalidEmail'],
] as const)('no one-time code is sent by %s to the invalid contact %j', async (method, contact, failure) => {
  const { actor, sent } = await startCode(method, { contact });
  expect(actor.getSnapshot().value).toBe('contactInvalid');
  expect(actor.getSnapshot().context.failure).toBe(failure);
  expect(sent).not.toHaveBeenCalled();
});

it('a phone number that is not on WhatsApp is reported when a one-time code is sent, and the student can retry', async () => {
  const { actor, sent } = await startCode('whatsapp_otp', { send: { kind: 'refused', code: 'notOnWhatsapp' } });
  expect(actor.getSnapshot().value).toBe('sendFailed');
  expect(actor.getSnapshot().context.failure).toBe('notOnWhatsapp');
  actor.send({ type: 'code.retry' });
  await settled();
  expect(sent).toHaveBeenCalledTimes(2);
});

it('when resending a one-time code fails, the provider’s message is stored for display', async () => {
  const refused: ResendOutcome = { kind: 'refused', code: 'resendFailed', detail: 'Provider busy' };
  const { actor } = await startCode('whatsapp_otp', { resend: refused });
  vi.advanceTimersByTime(30_000);
  actor.send({ type: 'code.resend' });
  await settled();
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'resendFailed' });
  expect(actor.getSnapshot().context).toMatchObject({ failure: 'resendFailed', failureDetail: 'Provider busy' });
});

it('a one-time code cannot be resent when the provider gave no request id for it', async () => {
  const { actor } = await startCode('whatsapp_otp', { send: { kind: 'sent', requestId: null, sentAt: begin } });
  expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
  vi.advanceTimersByTime(30_000);
  actor.send({ type: 'code.resend' });
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'resendFailed' });
  expect(actor.getSnapshot().context.failure).toBe('noRequestId');
});

it('retrying after a refused sign-in sends a new one-time code', async () => {
  const { actor, sent } = await startCode('whatsapp_otp', { signIn: { kind: 'refused', code: 'userNotFound' } });
  actor.send({ type: 'code.submit', code: '123456' });
  await settled();
  expect(actor.getSnapshot().value).toBe('signInRefused');
  expect(actor.getSnapshot().context.accessToken).toBe('');
  actor.send({ type: 'code.retry' });
  await settled();
  expect(sent).toHaveBeenCalledTimes(2);
});

const unanswered = new Error('no response');
const submit: OneTimeCodeEvent = { type: 'code.submit', code: '123456' };
const resend: OneTimeCodeEvent = { type: 'code.resend' };

it.each<[string, Answers, OneTimeCodeEvent | null, StateValue, OneTimeCodeFailure]>([
  ['the provider does not load', { provider: unanswered }, null, 'providerUnavailable', 'providerUnavailable'],
  ['the contact cannot be loaded', { contact: unanswered }, null, 'contactUnavailable', 'numberUnavailable'],
  ['the contact is invalid', { contact: '12345' }, null, 'contactInvalid', 'invalidNumber'],
  ['the code cannot be sent', { send: unanswered }, null, 'sendFailed', 'sendFailed'],
  [
    'the code is incomplete',
    {},
    { type: 'code.submit', code: '123' },
    { awaitingCode: 'codeIncomplete' },
    'codeIncomplete',
  ],
  [
    'the code is wrong',
    { verify: { kind: 'refused', code: 'incorrectCode' } },
    submit,
    { awaitingCode: 'codeRejected' },
    'incorrectCode',
  ],
  [
    'the code cannot be verified',
    { verify: unanswered },
    submit,
    { awaitingCode: 'codeRejected' },
    'verificationFailed',
  ],
  [
    'another code is refused',
    { resend: { kind: 'refused', code: 'retryUnavailable', detail: null } },
    resend,
    { awaitingCode: 'resendFailed' },
    'retryUnavailable',
  ],
  [
    'the request for another code has no response',
    { resend: unanswered },
    resend,
    { awaitingCode: 'resendFailed' },
    'resendFailed',
  ],
  [
    'the sign-in is refused',
    { signIn: { kind: 'refused', code: 'userNotFound' } },
    submit,
    'signInRefused',
    'userNotFound',
  ],
  ['the sign-in has no response', { signIn: unanswered }, submit, 'signInFailed', 'somethingWrong'],
])(
  'the sign-in by one-time code is in a failed state after this failure: %s',
  async (_, answers, event, value, failure) => {
    const { actor } = await startCode('whatsapp_otp', answers);
    expect(actor.getSnapshot().hasTag('failed')).toBe(event === null);
    vi.advanceTimersByTime(30_000);
    if (event) actor.send(event);
    await settled();
    const end = actor.getSnapshot();
    expect(end.value).toEqual(value);
    expect(end.context).toMatchObject({ failure, failureDetail: null, advice: null });
    expect(end.hasTag('failed')).toBe(true);
  },
);

const retry: OneTimeCodeEvent = { type: 'code.retry' };
const limited = new RateLimitedError('Please try again in 5 minutes.');

it.each<[string, Answers, OneTimeCodeEvent | null, OneTimeCodeEvent]>([
  ['the provider', { provider: limited }, null, retry],
  ['the contact', { contact: limited }, null, retry],
  ['the code', { send: limited }, null, retry],
  ['another code', { resend: limited }, resend, resend],
  ['the verification', { verify: limited }, submit, submit],
  ['the sign-in', { signIn: limited }, submit, retry],
])(
  'after too many requests for %s, the sign-in by one-time code says when to try again, and the next try clears this hint',
  async (_, answers, event, again) => {
    const { actor } = await startCode('whatsapp_otp', answers);
    vi.advanceTimersByTime(30_000);
    if (event) actor.send(event);
    await settled();
    expect(actor.getSnapshot().context.advice).toBe('Please try again in 5 minutes.');
    actor.send(again);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    expect(actor.getSnapshot().context).toMatchObject({ failure: null, failureDetail: null, advice: null });
  },
);

it('a sign-in by email sends the code to the normalised address, shows it masked, and signs in with the verified code', async () => {
  const { actor, sent, inputs } = await startCode('email_otp', {
    contact: ' Asha@Example.com',
    identifier: '24EL0001',
  });
  expect(inputs.contact).toHaveBeenCalledWith({ user_id: userId, identifier: '24EL0001', method: 'email_otp' });
  expect(sent).toHaveBeenCalledWith({ contact: 'asha@example.com', method: 'email_otp' });
  expect(actor.getSnapshot().context.sentTo).toBe('a**************m');
  actor.send(submit);
  await settled();
  expect(inputs.verify).toHaveBeenCalledWith({ code: '123456', requestId: 'request-1' });
  const signedIn = { user_id: userId, identifier: '24EL0001', method: 'email_otp', accessToken: 'token' };
  expect(inputs.signIn).toHaveBeenCalledWith(signedIn);
});

it('if the email address for a one-time code cannot be loaded, the failure names the email address, not a phone number', async () => {
  const { actor } = await startCode('email_otp', { contact: unanswered });
  expect(actor.getSnapshot().context.failure).toBe('emailUnavailable');
});

it('for a signed-in student, the contact for a one-time code is requested by student id, with an empty identifier', async () => {
  const { inputs } = await startCode('whatsapp_otp');
  expect(inputs.contact).toHaveBeenCalledWith({ user_id: userId, identifier: '', method: 'whatsapp_otp' });
});

it('a sign-in that got no response is repeated with the same verified one-time code', async () => {
  const { actor, inputs } = await startCode('whatsapp_otp', { signIn: unanswered });
  actor.send(submit);
  await settled();
  actor.send(retry);
  await settled();
  expect(inputs.verify).toHaveBeenCalledTimes(1);
  expect(inputs.signIn.mock.calls.map(([{ accessToken }]) => accessToken)).toEqual(['token', 'token']);
});

it('after a failed start of the sign-in by one-time code, a retry repeats only the step that failed', async () => {
  for (const [answers, contacts, codes] of [
    [{ provider: unanswered }, 1, 1],
    [{ contact: unanswered }, 2, 1],
    [{ contact: '12345' }, 2, 1],
    [{ send: unanswered }, 1, 2],
  ] satisfies [Answers, number, number][]) {
    const { actor, inputs, sent } = await startCode('whatsapp_otp', answers);
    for (const failing of ['provider', 'contact', 'send'] as const) delete (answers as Answers)[failing];
    actor.send(retry);
    await settled();
    expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
    expect([inputs.contact.mock.calls.length, sent.mock.calls.length]).toEqual([contacts, codes]);
  }
});

it('if the clock of the state machine fails, another one-time code can be requested at once', async () => {
  const { actor } = await startCode('whatsapp_otp', { clock: new Error('no clock') });
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(0);
  expect(actor.getSnapshot().can(resend)).toBe(true);
});

it('going back from the screen for a one-time code ends its state machine without signing in', async () => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send({ type: 'code.back' });
  expect(actor.getSnapshot().output).toEqual({ kind: 'left' });
});

it('a student cannot go back while the sign-in by one-time code is under way, because it may still succeed', async () => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send(submit);
  for (let turns = 0; !actor.getSnapshot().matches('signingIn') && turns < 100; turns += 1) await Promise.resolve();
  expect(actor.getSnapshot().value).toBe('signingIn');
  actor.send({ type: 'code.back' });
  await settled();
  expect(actor.getSnapshot().output).toEqual({ kind: 'signedIn', student });
});

describe('a one-time code sent before a reload', () => {
  const codeOut = {
    method: 'whatsapp_otp' as const,
    sentTo: '********0001',
    requestId: 'old',
    resendAt: begin + 12_000,
  };

  it('after a reload, no second one-time code is sent and the countdown to a resend continues', async () => {
    const { actor, sent, emitted, countdowns } = await startCode('whatsapp_otp', { codeOut });
    expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
    expect(sent).not.toHaveBeenCalled();
    expect(emitted).toEqual([]);
    expect(secondsUntilResend(actor.getSnapshot().context)).toBe(12);
    expect(Math.max(...countdowns)).toBeLessThanOrEqual(30);
    expect(actor.getSnapshot().context.sentTo).toBe('********0001');
    vi.advanceTimersByTime(11_999);
    expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
    vi.advanceTimersByTime(1);
    actor.send({ type: 'code.resend' });
    await settled();
    expect(sent).toHaveBeenLastCalledWith({ method: 'whatsapp_otp', requestId: 'old' });
  });

  it('after a reload, a one-time code can be resent at once if the waiting time of 30 seconds is already over', async () => {
    const { actor } = await startCode('whatsapp_otp', { codeOut: { ...codeOut, resendAt: begin - 60_000 } });
    expect(secondsUntilResend(actor.getSnapshot().context)).toBe(0);
    expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(true);
  });

  it('after a reload, retrying a refused sign-in loads the student’s contact again and sends a one-time code', async () => {
    const signIn: CodeSignInOutcome = { kind: 'refused', code: 'invalidCredentials' };
    const { actor, sent } = await startCode('whatsapp_otp', { codeOut, signIn });
    actor.send({ type: 'code.submit', code: '123456' });
    await settled();
    actor.send({ type: 'code.retry' });
    await settled();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ contact: '919876500001', method: 'whatsapp_otp' });
  });
});
