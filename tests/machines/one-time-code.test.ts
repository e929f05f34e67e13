import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  const sending = () => ({ kind: 'sent' as const, requestId: 'request-1', sentAt: Date.now() });
  const machine = oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise(async () => orThrow<void>(answers.provider)),
      fetchContact: fromPromise(async () => ({ contact: orThrow(answers.contact ?? '098765 00001') })),
      sendCode: fromPromise(async ({ input }) => {
        sent(input);
        return orThrow(answers.send ?? sending());
      }),
      resendCode: fromPromise(async ({ input }) => {
        sent(input);
        return orThrow(answers.resend ?? sending());
      }),
      verifyCode: fromPromise(async () => orThrow(answers.verify ?? { kind: 'verified', accessToken: 'token' })),
      signInByCode: fromPromise(async () => orThrow(answers.signIn ?? { kind: 'signedIn', student })),
      tickClock: createClock(() => Date.now()),
    },
  });
  const actor = createActor(machine, {
    input: { method, user: { user_id: userId }, codeOut: answers.codeOut ?? null },
  });
  const emitted: string[] = [];
  actor.on('*', (event) => emitted.push(event.type));
  actor.start();
  await settled();
  return { actor, sent, emitted };
}

it('a one-time code is sent automatically once the script of the code provider has loaded', async () => {
  const { actor, sent, emitted } = await startCode('whatsapp_otp');
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
  expect(sent).toHaveBeenCalledExactlyOnceWith({ contact: '919876500001', method: 'whatsapp_otp' });
  expect(emitted).toEqual(['code.sent']);
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
  expect(emitted).toEqual(['code.sent', 'code.resent']);
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(30);
});

it('a wrong one-time code does not restart the resend countdown', async () => {
  const { actor } = await startCode('whatsapp_otp', { verify: { kind: 'refused', code: 'incorrectCode' } });
  vi.advanceTimersByTime(12_345);
  actor.send({ type: 'code.submit', code: '000000' });
  await settled();
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'codeRejected' });
  expect(actor.getSnapshot().context.failure).toBe('incorrectCode');
  vi.advanceTimersByTime(30_000 - 12_345 - 1);
  expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
  vi.advanceTimersByTime(1);
  expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(true);
});

it('the time from which a one-time code can be resent is kept when the state machine is stored and restored', async () => {
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
])('the sign-in by one-time code is in a failed state when %s', async (_, answers, event, value, failure) => {
  const { actor } = await startCode('whatsapp_otp', answers);
  expect(actor.getSnapshot().hasTag('failed')).toBe(event === null);
  vi.advanceTimersByTime(30_000);
  if (event) actor.send(event);
  await settled();
  const end = actor.getSnapshot();
  expect(end.value).toEqual(value);
  expect(end.context.failure).toBe(failure);
  expect(end.hasTag('failed')).toBe(true);
});

it('going back from the one-time code ends this step without signing in', async () => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send({ type: 'code.back' });
  expect(actor.getSnapshot().output).toEqual({ kind: 'left' });
});

describe('a one-time code sent before a reload', () => {
  const codeOut = {
    method: 'whatsapp_otp' as const,
    sentTo: '********0001',
    requestId: 'old',
    resendAt: begin + 12_000,
  };

  it('after a reload, no second one-time code is sent and the countdown to a resend continues', async () => {
    const { actor, sent, emitted } = await startCode('whatsapp_otp', { codeOut });
    expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
    expect(sent).not.toHaveBeenCalled();
    expect(emitted).toEqual([]);
    expect(secondsUntilResend(actor.getSnapshot().context)).toBe(12);
    vi.advanceTimersByTime(11_999);
    expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
    vi.advanceTimersByTime(1);
    actor.send({ type: 'code.resend' });
    await settled();
    expect(sent).toHaveBeenLastCalledWith({ method: 'whatsapp_otp', requestId: 'old' });
  });

  it('after a reload, a one-time code can be resent at once if its waiting time is already over', async () => {
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
