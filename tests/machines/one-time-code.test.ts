import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { CodeMethod } from '../../contract/auth.ts';
import { createClock } from '../../machines/clock.ts';
import { oneTimeCodeMachine } from '../../machines/one-time-code.machine.ts';
import {
  type CodeOut,
  type CodeSignInOutcome,
  type ResendOutcome,
  type SendOutcome,
  secondsUntilResend,
  type VerifyOutcome,
} from '../../machines/one-time-code.types.ts';
import { student, userId } from '../../machines/paths/samples.ts';
import { settled } from './settled.ts';

const begin = Date.UTC(2026, 2, 1, 9, 0, 0);

beforeEach(() => vi.useFakeTimers({ now: begin, toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => vi.useRealTimers());

type Answers = {
  codeOut?: CodeOut;
  contact?: string;
  send?: SendOutcome;
  resend?: ResendOutcome;
  verify?: VerifyOutcome;
  signIn?: CodeSignInOutcome;
};

async function startCode(method: CodeMethod, answers: Answers = {}) {
  const sent = vi.fn();
  const sending = () => ({ kind: 'sent' as const, requestId: 'request-1', sentAt: Date.now() });
  const machine = oneTimeCodeMachine.provide({
    actors: {
      loadProvider: fromPromise(async () => {}),
      fetchContact: fromPromise(async () => ({ contact: answers.contact ?? '098765 00001' })),
      sendCode: fromPromise(async ({ input }) => {
        sent(input);
        return answers.send ?? sending();
      }),
      resendCode: fromPromise(async ({ input }) => {
        sent(input);
        return answers.resend ?? sending();
      }),
      verifyCode: fromPromise(async () => answers.verify ?? { kind: 'verified', accessToken: 'token' }),
      signInByCode: fromPromise(async () => answers.signIn ?? { kind: 'signedIn', student }),
      tickClock: createClock(() => Date.now()),
    },
  });
  const actor = createActor(machine, {
    input: { method, user: { user_id: userId }, codeOut: answers.codeOut ?? null },
  });
  const told: string[] = [];
  actor.on('*', (event) => told.push(event.type));
  actor.start();
  await settled();
  return { actor, sent, told };
}

it('loads, fetches, sends by itself and awaits the code', async () => {
  const { actor, sent, told } = await startCode('whatsapp_otp');
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
  expect(sent).toHaveBeenCalledExactlyOnceWith({ contact: '919876500001', method: 'whatsapp_otp' });
  expect(told).toEqual(['code.sent']);
});

it('allows another code exactly 30 s after the first was sent', async () => {
  const { actor, sent, told } = await startCode('whatsapp_otp');
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
  expect(told).toEqual(['code.sent', 'code.resent']);
  expect(secondsUntilResend(actor.getSnapshot().context)).toBe(30);
});

it('counts down on through a wrong code, to the same deadline', async () => {
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

it('keeps the deadline in a stored snapshot', async () => {
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

it.each(['', '12345', '1234567', '12345a'])('does not verify %j', async (code) => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send({ type: 'code.submit', code });
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'codeIncomplete' });
  expect(actor.getSnapshot().context.failure).toBe('codeIncomplete');
});

it('verifies, signs in and ends with the student, keeping no secret', async () => {
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
] as const)('refuses to send by %s to %j', async (method, contact, failure) => {
  const { actor, sent } = await startCode(method, { contact });
  expect(actor.getSnapshot().value).toBe('contactInvalid');
  expect(actor.getSnapshot().context.failure).toBe(failure);
  expect(sent).not.toHaveBeenCalled();
});

it('says that a number is not on WhatsApp, and sends again when asked to', async () => {
  const { actor, sent } = await startCode('whatsapp_otp', { send: { kind: 'refused', code: 'notOnWhatsapp' } });
  expect(actor.getSnapshot().value).toBe('sendFailed');
  expect(actor.getSnapshot().context.failure).toBe('notOnWhatsapp');
  actor.send({ type: 'code.retry' });
  await settled();
  expect(sent).toHaveBeenCalledTimes(2);
});

it('keeps what the provider said of a failed resend', async () => {
  const refused: ResendOutcome = { kind: 'refused', code: 'resendFailed', detail: 'Provider busy' };
  const { actor } = await startCode('whatsapp_otp', { resend: refused });
  vi.advanceTimersByTime(30_000);
  actor.send({ type: 'code.resend' });
  await settled();
  expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'resendFailed' });
  expect(actor.getSnapshot().context).toMatchObject({ failure: 'resendFailed', failureDetail: 'Provider busy' });
});

it('asks for no resend without a request id', async () => {
  const { actor } = await startCode('whatsapp_otp', { send: { kind: 'sent', requestId: null, sentAt: begin } });
  vi.advanceTimersByTime(30_000);
  actor.send({ type: 'code.resend' });
  expect(actor.getSnapshot().context.failure).toBe('noRequestId');
});

it('sends a new code after a refused sign-in, whose code is spent', async () => {
  const { actor, sent } = await startCode('whatsapp_otp', { signIn: { kind: 'refused', code: 'userNotFound' } });
  actor.send({ type: 'code.submit', code: '123456' });
  await settled();
  expect(actor.getSnapshot().value).toBe('signInRefused');
  actor.send({ type: 'code.retry' });
  await settled();
  expect(sent).toHaveBeenCalledTimes(2);
});

it('ends as left when the student goes back', async () => {
  const { actor } = await startCode('whatsapp_otp');
  actor.send({ type: 'code.back' });
  expect(actor.getSnapshot().output).toEqual({ kind: 'left' });
});

describe('a code that went out before the page was loaded anew', () => {
  const codeOut = {
    method: 'whatsapp_otp' as const,
    sentTo: '********0001',
    requestId: 'old',
    resendAt: begin + 12_000,
  };

  it('is awaited without sending another, and the countdown goes on to its deadline', async () => {
    const { actor, sent, told } = await startCode('whatsapp_otp', { codeOut });
    expect(actor.getSnapshot().value).toEqual({ awaitingCode: 'enteringCode' });
    expect(sent).not.toHaveBeenCalled();
    expect(told).toEqual([]);
    expect(secondsUntilResend(actor.getSnapshot().context)).toBe(12);
    vi.advanceTimersByTime(11_999);
    expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(false);
    vi.advanceTimersByTime(1);
    actor.send({ type: 'code.resend' });
    await settled();
    expect(sent).toHaveBeenLastCalledWith({ method: 'whatsapp_otp', requestId: 'old' });
  });

  it('may be sent again at once where its deadline has passed meanwhile', async () => {
    const { actor } = await startCode('whatsapp_otp', { codeOut: { ...codeOut, resendAt: begin - 60_000 } });
    expect(secondsUntilResend(actor.getSnapshot().context)).toBe(0);
    expect(actor.getSnapshot().can({ type: 'code.resend' })).toBe(true);
  });

  it('asks for the contact once more where only a new code helps', async () => {
    const signIn: CodeSignInOutcome = { kind: 'refused', code: 'invalidCredentials' };
    const { actor, sent } = await startCode('whatsapp_otp', { codeOut, signIn });
    actor.send({ type: 'code.submit', code: '123456' });
    await settled();
    actor.send({ type: 'code.retry' });
    await settled();
    expect(sent).toHaveBeenCalledExactlyOnceWith({ contact: '919876500001', method: 'whatsapp_otp' });
  });
});
