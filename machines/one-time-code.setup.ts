import { assign, emit, setup } from 'xstate';
import { codeLength, resendCountdown } from '../contract/limits.ts';
import { clockPlaceholder } from './clock.ts';
import { maskContact, normalizeContact } from './contact-rules.ts';
import {
  type CodeSignInInput,
  type CodeSignInOutcome,
  type ContactInput,
  type ContactOutput,
  type OneTimeCodeContext,
  type OneTimeCodeEmitted,
  type OneTimeCodeEvent,
  type OneTimeCodeFailure,
  type OneTimeCodeInput,
  type OneTimeCodeOutput,
  type ResendInput,
  type ResendOutcome,
  type SendInput,
  type SendOutcome,
  TooOften,
  type VerifyInput,
  type VerifyOutcome,
} from './one-time-code.types.ts';
import { promisePlaceholder } from './placeholder.ts';

const completeCode = new RegExp(`^\\d{${codeLength}}$`);
const fail = (failure: OneTimeCodeFailure, failureDetail: string | null = null) => ({ failure, failureDetail });
const byMethod = (context: OneTimeCodeContext, number: OneTimeCodeFailure, email: OneTimeCodeFailure) =>
  fail(context.method === 'whatsapp_otp' ? number : email);
/** What an actor's error says of when to try again. */
const adviceOf = (event: object) => ({
  advice: 'error' in event && event.error instanceof TooOften ? event.error.message : null,
});

/** What the names in the chart of the one-time code mean. */
export const oneTimeCodeSetup = setup({
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
});
