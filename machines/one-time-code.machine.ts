import { assign, emit, setup } from 'xstate';
import type { CodeMethod, LookupUser } from '../contract/auth.ts';
import { codeLength, resendCountdown } from '../contract/limits.ts';
import type { SignedIn } from '../contract/signed-in.ts';
import { type ClockTick, clockPlaceholder } from './clock.ts';
import { maskContact, normalizeContact } from './contact-rules.ts';
import { promisePlaceholder, withOutput } from './placeholder.ts';

/** A one-time code that was sent before a reload. `sentTo` is masked; `resendAt` in milliseconds since the epoch. */
export type CodeOut = { method: CodeMethod; sentTo: string; requestId: string | null; resendAt: number };

/**
 * Input of the machine. `identifier`: the identifier by which a visitor was looked up; absent if the student is signed
 * in already. With `codeOut`, no new code is sent: the student enters the one that was sent before.
 */
export type OneTimeCodeInput = {
  method: CodeMethod;
  user: Pick<LookupUser, 'user_id'>;
  identifier?: string;
  codeOut?: CodeOut | null;
};

/** Output of the machine. `left`: the student went back before signing in. */
export type OneTimeCodeOutput = { kind: 'signedIn'; student: SignedIn } | { kind: 'left' };

/** Thrown by an actor whose call was rate-limited; the message says when to try again. */
export class RateLimitedError extends Error {
  override name = 'RateLimitedError';
}

export type ContactInput = { user_id: string; identifier: string; method: CodeMethod };
export type ContactOutput = { contact: string };

/** Result of sending the first one-time code. `sentAt`: milliseconds since the epoch. */
export type SendOutcome =
  | { kind: 'sent'; requestId: string | null; sentAt: number }
  | { kind: 'refused'; code: SendFailure };
/** Result of sending another one-time code. `detail`: the provider's message about a failure. */
export type ResendOutcome =
  | { kind: 'sent'; requestId: string | null; sentAt: number }
  | { kind: 'refused'; code: ResendFailure; detail: string | null };
export type VerifyOutcome = { kind: 'verified'; accessToken: string } | { kind: 'refused'; code: VerifyFailure };
export type CodeSignInOutcome =
  | { kind: 'signedIn'; student: SignedIn }
  | { kind: 'refused'; code: 'userNotFound' | 'invalidCredentials' | 'verificationFailed' };

export type SendInput = { contact: string; method: CodeMethod };
export type ResendInput = { method: CodeMethod; requestId: string };
export type VerifyInput = { code: string; requestId: string | null };
export type CodeSignInInput = { user_id: string; identifier: string; method: CodeMethod; accessToken: string };

export type SendFailure = 'notOnWhatsapp' | 'captchaNeeded' | 'sendFailed';
type ResendFailure = 'retryUnavailable' | 'noRequestId' | 'resendFailed';
export type VerifyFailure =
  | 'incorrectCode'
  | 'codeExpired'
  | 'tooManyTries'
  | 'verificationFailed'
  | 'verificationUnavailable';
export type OneTimeCodeFailure =
  | 'providerUnavailable'
  | 'numberUnavailable'
  | 'emailUnavailable'
  | 'invalidNumber'
  | 'invalidEmail'
  | 'codeIncomplete'
  | 'userNotFound'
  | 'invalidCredentials'
  | 'somethingWrong'
  | SendFailure
  | ResendFailure
  | VerifyFailure;

/**
 * Context of the machine. `contact`: the normalised email address or phone number, which does not survive a reload;
 * `sentTo`: its masked form. `now`, `resendAt`: ms since the epoch.
 */
type OneTimeCodeContext = {
  method: CodeMethod;
  user_id: string;
  identifier: string;
  contact: string;
  sentTo: string;
  requestId: string | null;
  now: number;
  resendAt: number;
  code: string;
  accessToken: string;
  student: SignedIn | null;
  failure: OneTimeCodeFailure | null;
  failureDetail: string | null;
  /** The server's text on when to try again after too many requests. */
  advice: string | null;
};

export type OneTimeCodeEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'code.retry' }
  | { type: 'code.back' }
  | ClockTick;

/** Emitted when a one-time code was sent, so that the page shows a toast. */
type OneTimeCodeEmitted = { type: 'code.sent'; method: CodeMethod } | { type: 'code.resent'; method: CodeMethod };

/** Whole seconds until another one-time code may be sent; 0 once it may. */
export function secondsUntilResend(context: Pick<OneTimeCodeContext, 'now' | 'resendAt'>): number {
  return Math.max(0, Math.ceil((context.resendAt - context.now) / 1000));
}

const completeCode = new RegExp(`^\\d{${codeLength}}$`);
const fail = (failure: OneTimeCodeFailure, failureDetail: string | null = null) => ({ failure, failureDetail });
const byMethod = (context: OneTimeCodeContext, number: OneTimeCodeFailure, email: OneTimeCodeFailure) =>
  fail(context.method === 'whatsapp_otp' ? number : email);
const adviceOf = (event: object) => ({
  advice: 'error' in event && event.error instanceof RateLimitedError ? event.error.message : null,
});

/**
 * Signs in by a one-time code, from loading the provider's widget to the signed-in student (docs/product.md#sign-in).
 * In a failed state the student can retry (`code.retry`) or enter another code, and can always go back (`code.back`).
 * `failure` in the context says what went wrong.
 */
export const oneTimeCodeMachine = setup({
  types: {} as {
    context: OneTimeCodeContext;
    events: OneTimeCodeEvent;
    input: OneTimeCodeInput;
    output: OneTimeCodeOutput;
    emitted: OneTimeCodeEmitted;
    tags: 'busy' | 'failed';
  },
  actors: {
    loadProvider: promisePlaceholder<void>(),
    fetchContact: promisePlaceholder<ContactOutput, ContactInput>(),
    sendCode: promisePlaceholder<SendOutcome, SendInput>(),
    resendCode: promisePlaceholder<ResendOutcome, ResendInput>(),
    verifyCode: promisePlaceholder<VerifyOutcome, VerifyInput>(),
    signInByCode: promisePlaceholder<CodeSignInOutcome, CodeSignInInput>(),
    tickClock: clockPlaceholder,
  },
  guards: {
    isCodeOut: ({ context }) => context.resendAt > 0,
    hasContact: ({ context }) => context.contact !== '',
    isValidContact: ({ context }, output: ContactOutput) => normalizeContact(context.method, output.contact) !== null,
    isSent: (_, outcome: SendOutcome | ResendOutcome) => outcome.kind === 'sent',
    isVerified: (_, outcome: VerifyOutcome) => outcome.kind === 'verified',
    isSignedIn: (_, outcome: CodeSignInOutcome) => outcome.kind === 'signedIn',
    isCompleteCode: ({ event }) => event.type === 'code.submit' && completeCode.test(event.code),
    isResendDue: ({ context }) => context.now >= context.resendAt,
    isResendPossible: ({ context }) => context.now >= context.resendAt && context.requestId !== null,
  },
  actions: {
    clearFailure: assign({ failure: null, failureDetail: null, advice: null }),
    storeContact: assign(({ context }, output: ContactOutput) => {
      const contact = normalizeContact(context.method, output.contact) ?? '';
      return { contact, sentTo: maskContact(context.method, contact) };
    }),
    storeSending: assign((_, outcome: SendOutcome | ResendOutcome) =>
      outcome.kind === 'sent'
        ? { requestId: outcome.requestId, now: outcome.sentAt, resendAt: outcome.sentAt + resendCountdown }
        : fail(outcome.code, 'detail' in outcome ? outcome.detail : null),
    ),
    storeCode: assign(({ event }) => (event.type === 'code.submit' ? { code: event.code } : {})),
    storeVerification: assign((_, outcome: VerifyOutcome) =>
      outcome.kind === 'verified'
        ? { accessToken: outcome.accessToken, code: '' }
        : { ...fail(outcome.code), code: '' },
    ),
    storeSignIn: assign((_, outcome: CodeSignInOutcome) =>
      outcome.kind === 'signedIn'
        ? { student: outcome.student, accessToken: '' }
        : { ...fail(outcome.code), accessToken: '' },
    ),
    storeTime: assign(({ event }) => (event.type === 'clock.tick' ? { now: event.now } : {})),
    openResend: assign(({ context }) => ({ now: context.resendAt })),
    noteContactUnavailable: assign(({ context, event }) => ({
      ...byMethod(context, 'numberUnavailable', 'emailUnavailable'),
      ...adviceOf(event),
    })),
    noteContactInvalid: assign(({ context }) => byMethod(context, 'invalidNumber', 'invalidEmail')),
    noteFailure: assign(({ event }, failure: OneTimeCodeFailure) => ({ ...fail(failure), ...adviceOf(event) })),
    announceSent: emit(({ context }) => ({ type: 'code.sent', method: context.method })),
    announceResent: emit(({ context }) => ({ type: 'code.resent', method: context.method })),
  },
}).createMachine({
  id: 'oneTimeCode',
  description: 'Signs in by a code that the student receives by WhatsApp or email.',
  initial: 'loadingProvider',
  context: ({ input }) => ({
    method: input.method,
    user_id: input.user.user_id,
    identifier: input.identifier ?? '',
    contact: '',
    sentTo: input.codeOut?.sentTo ?? '',
    requestId: input.codeOut?.requestId ?? null,
    now: input.codeOut ? input.codeOut.resendAt - resendCountdown : 0,
    resendAt: input.codeOut?.resendAt ?? 0,
    code: '',
    accessToken: '',
    student: null,
    failure: null,
    failureDetail: null,
    advice: null,
  }),
  output: ({ context }) => (context.student ? { kind: 'signedIn', student: context.student } : { kind: 'left' }),
  on: { 'code.back': { target: '.left' } },
  states: {
    loadingProvider: {
      description: 'The code provider’s widget is loading.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'loadProvider',
        src: 'loadProvider',
        onDone: [{ guard: 'isCodeOut', target: 'awaitingCode' }, { target: 'fetchingContact' }],
        onError: { target: 'providerUnavailable', actions: { type: 'noteFailure', params: 'providerUnavailable' } },
      },
    },
    providerUnavailable: {
      description: 'The widget did not load.',
      tags: 'failed',
      on: { 'code.retry': { target: 'loadingProvider' } },
    },
    fetchingContact: {
      description: 'The number or address for the code is loaded.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'fetchContact',
        src: 'fetchContact',
        input: ({ context: { user_id, identifier, method } }) => ({ user_id, identifier, method }),
        onDone: [
          { guard: withOutput('isValidContact'), target: 'sendingCode', actions: withOutput('storeContact') },
          { target: 'contactInvalid', actions: 'noteContactInvalid' },
        ],
        onError: { target: 'contactUnavailable', actions: 'noteContactUnavailable' },
      },
    },
    contactUnavailable: {
      description: 'The contact could not be fetched.',
      tags: 'failed',
      on: { 'code.retry': { target: 'fetchingContact' } },
    },
    contactInvalid: {
      description: 'No code can be sent to the contact that the account has.',
      tags: 'failed',
      on: { 'code.retry': { target: 'fetchingContact' } },
    },
    sendingCode: {
      description: 'The provider is sending a code.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => ({ contact: context.contact, method: context.method }),
        onDone: [
          {
            guard: withOutput('isSent'),
            target: 'awaitingCode',
            actions: [withOutput('storeSending'), 'announceSent'],
          },
          { target: 'sendFailed', actions: withOutput('storeSending') },
        ],
        onError: { target: 'sendFailed', actions: { type: 'noteFailure', params: 'sendFailed' } },
      },
    },
    sendFailed: {
      description: 'The code was not sent.',
      tags: 'failed',
      on: { 'code.retry': { target: 'sendingCode' } },
    },
    awaitingCode: {
      description: 'The student types the code while the resend countdown runs.',
      initial: 'enteringCode',
      invoke: {
        id: 'clock',
        src: 'tickClock',
        input: ({ context }) => ({ until: context.resendAt }),
        // If the clock fails, the countdown would never end, so allow a resend immediately.
        onError: { actions: 'openResend' },
      },
      on: {
        'clock.tick': { actions: 'storeTime' },
        'code.submit': [
          { guard: 'isCompleteCode', target: 'verifyingCode', actions: 'storeCode' },
          { target: '.codeIncomplete', actions: { type: 'noteFailure', params: 'codeIncomplete' } },
        ],
        'code.resend': [
          { guard: 'isResendPossible', target: 'resendingCode' },
          { guard: 'isResendDue', target: '.resendFailed', actions: { type: 'noteFailure', params: 'noRequestId' } },
        ],
      },
      states: {
        enteringCode: { description: 'A code was sent.', entry: 'clearFailure' },
        codeIncomplete: { description: 'Not every digit was given.', tags: 'failed' },
        codeRejected: { description: 'The code was not accepted.', tags: 'failed' },
        resendFailed: { description: 'No new code was sent; the earlier one is still valid.', tags: 'failed' },
      },
    },
    resendingCode: {
      description: 'The provider is sending another code.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'resendCode',
        src: 'resendCode',
        input: ({ context }) => ({ method: context.method, requestId: context.requestId ?? '' }),
        onDone: [
          {
            guard: withOutput('isSent'),
            target: 'awaitingCode',
            actions: [withOutput('storeSending'), 'announceResent'],
          },
          { target: 'awaitingCode.resendFailed', actions: withOutput('storeSending') },
        ],
        onError: { target: 'awaitingCode.resendFailed', actions: { type: 'noteFailure', params: 'resendFailed' } },
      },
    },
    verifyingCode: {
      description: 'The provider is checking the code.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'verifyCode',
        src: 'verifyCode',
        input: ({ context }) => ({ code: context.code, requestId: context.requestId }),
        onDone: [
          { guard: withOutput('isVerified'), target: 'signingIn', actions: withOutput('storeVerification') },
          { target: 'awaitingCode.codeRejected', actions: withOutput('storeVerification') },
        ],
        onError: {
          target: 'awaitingCode.codeRejected',
          actions: { type: 'noteFailure', params: 'verificationFailed' },
        },
      },
    },
    signingIn: {
      description: 'The server opens a session for the verified code.',
      tags: 'busy',
      entry: 'clearFailure',
      // Ignore `code.back` during the sign-in request: the request may succeed, and would sign in a student who has
      // left the screen.
      on: { 'code.back': {} },
      invoke: {
        id: 'signInByCode',
        src: 'signInByCode',
        input: ({ context }) => ({
          user_id: context.user_id,
          identifier: context.identifier,
          method: context.method,
          accessToken: context.accessToken,
        }),
        onDone: [
          { guard: withOutput('isSignedIn'), target: 'verified', actions: withOutput('storeSignIn') },
          { target: 'signInRefused', actions: withOutput('storeSignIn') },
        ],
        onError: { target: 'signInFailed', actions: { type: 'noteFailure', params: 'somethingWrong' } },
      },
    },
    signInRefused: {
      description: 'The server did not accept the verified code; only a new one helps.',
      tags: 'failed',
      on: { 'code.retry': [{ guard: 'hasContact', target: 'sendingCode' }, { target: 'fetchingContact' }] },
    },
    signInFailed: {
      description: 'No response to the sign-in; a retry uses the same verified code.',
      tags: 'failed',
      on: { 'code.retry': { target: 'signingIn' } },
    },
    verified: { description: 'The student is signed in.', type: 'final' },
    left: { description: 'The student went back.', type: 'final' },
  },
});
