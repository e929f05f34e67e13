import { resendCountdown } from '../contract/limits.ts';
import { oneTimeCodeSetup } from './one-time-code.setup.ts';
import { withOutput } from './placeholder.ts';

/**
 * Signs in by a one-time code, from loading the provider to the session (document 1, sections 4, 5 and 8).
 * Every failure is left by `code.retry`, by a new code or by `code.back`; `failure` says which it was.
 */
export const oneTimeCodeMachine = oneTimeCodeSetup.createMachine({
  id: 'oneTimeCode',
  description: 'Signs in by a code that the student receives by WhatsApp or e-mail.',
  initial: 'loadingProvider',
  context: ({ input }) => ({
    method: input.method,
    user_id: input.user.user_id,
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
      description: 'The number or address that the code goes to is asked for.',
      tags: 'busy',
      entry: 'clearFailure',
      invoke: {
        id: 'fetchContact',
        src: 'fetchContact',
        input: ({ context }) => ({ user_id: context.user_id, method: context.method }),
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
        // Without a clock the countdown would never end.
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
        enteringCode: { description: 'A code is on its way.', entry: 'clearFailure' },
        codeIncomplete: { description: 'Not every digit was given.', tags: 'failed' },
        codeRejected: { description: 'The code was not accepted.', tags: 'failed' },
        resendFailed: { description: 'No further code was sent; the earlier one still counts.', tags: 'failed' },
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
      // Going back now could sign in behind the student's back.
      on: { 'code.back': {} },
      invoke: {
        id: 'signInByCode',
        src: 'signInByCode',
        input: ({ context }) => ({
          user_id: context.user_id,
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
      description: 'No answer to the sign-in; the same verified code is tried again.',
      tags: 'failed',
      on: { 'code.retry': { target: 'signingIn' } },
    },
    verified: { description: 'The student is signed in.', type: 'final' },
    left: { description: 'The student went back.', type: 'final' },
  },
});
