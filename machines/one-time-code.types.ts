import type { CodeMethod, LookupUser } from '../contract/auth.ts';
import type { SignedIn } from '../contract/signed-in.ts';
import type { ClockTick } from './clock.ts';

/** A code that went out before the page was loaded anew; `sentTo` is masked, `resendAt` in milliseconds since the epoch. */
export type CodeOut = { method: CodeMethod; sentTo: string; requestId: string | null; resendAt: number };

/** With `codeOut` no code is sent: the one that is on its way is awaited. */
export type OneTimeCodeInput = { method: CodeMethod; user: Pick<LookupUser, 'user_id'>; codeOut?: CodeOut | null };

/** `left`: the student went back before signing in. */
export type OneTimeCodeOutput = { kind: 'signedIn'; student: SignedIn } | { kind: 'left' };

/** Thrown by an actor whose call came too often; the message says when to try again. */
export class TooOften extends Error {
  override name = 'TooOften';
}

export type ContactInput = { user_id: string; method: CodeMethod };
export type ContactOutput = { contact: string };

/** Sending ended: `sentAt` in milliseconds since the epoch; `detail` is what the provider said, for a failed resend. */
export type SendOutcome =
  | { kind: 'sent'; requestId: string | null; sentAt: number }
  | { kind: 'refused'; code: SendFailure };
export type ResendOutcome =
  | { kind: 'sent'; requestId: string | null; sentAt: number }
  | { kind: 'refused'; code: ResendFailure; detail: string | null };
export type VerifyOutcome = { kind: 'verified'; accessToken: string } | { kind: 'refused'; code: VerifyFailure };
export type CodeSignInOutcome =
  | { kind: 'signedIn'; student: SignedIn }
  | { kind: 'refused'; code: 'userNotFound' | 'invalidCredentials' };

export type SendInput = { contact: string; method: CodeMethod };
export type ResendInput = { method: CodeMethod; requestId: string };
export type VerifyInput = { code: string; requestId: string | null };
export type CodeSignInInput = { user_id: string; method: CodeMethod; accessToken: string };

export type SendFailure = 'notOnWhatsapp' | 'captchaNeeded' | 'sendFailed';
export type ResendFailure = 'retryUnavailable' | 'noRequestId' | 'resendFailed';
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

/** `contact` is normalised, and not kept over a reload; `sentTo` is it masked; `now` and `resendAt` in milliseconds since the epoch. */
export type OneTimeCodeContext = {
  method: CodeMethod;
  user_id: string;
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
  /** When to try again, in the server's words. */
  advice: string | null;
};

export type OneTimeCodeEvent =
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'code.retry' }
  | { type: 'code.back' }
  | ClockTick;

/** Told when a code has gone out, for the toasts. */
export type OneTimeCodeEmitted =
  | { type: 'code.sent'; method: CodeMethod }
  | { type: 'code.resent'; method: CodeMethod };

/** Whole seconds until a code may be sent again; 0 from the deadline on. */
export function secondsUntilResend(context: Pick<OneTimeCodeContext, 'now' | 'resendAt'>): number {
  return Math.max(0, Math.ceil((context.resendAt - context.now) / 1000));
}
