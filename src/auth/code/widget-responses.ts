import type { CodeMethod } from '../../../contract/auth.ts';
import type { SendFailure, VerifyFailure } from '../../../machines/one-time-code.machine.ts';

/**
 * What the widget of the one-time-code provider passes to its callbacks. Which fields are set depends on the callback.
 */
export type WidgetResponse = { type?: unknown; message?: unknown; code?: unknown };

/** Recognises one kind of failure by the message or the error code in the widget's response. */
type FailureRule<Failure> = { message: RegExp | null; codes: readonly string[]; failure: Failure };

const sendRules: ReadonlyArray<FailureRule<SendFailure>> = [
  { message: /captcha/i, codes: [], failure: 'captchaNeeded' },
  { message: /not.*whatsapp|whatsapp.*not/i, codes: ['701'], failure: 'notOnWhatsapp' },
];
const verifyRules: ReadonlyArray<FailureRule<VerifyFailure>> = [
  { message: /already verif|expired|no otp request/i, codes: ['703', '706', '709'], failure: 'codeExpired' },
  { message: /too many|max|limit/i, codes: ['704', '707'], failure: 'tooManyTries' },
  {
    message: /(invalid|incorrect|wrong) otp|otp (is )?(invalid|incorrect|not match)/i,
    codes: ['702', '705'],
    failure: 'incorrectCode',
  },
];

const maxMessageLength = 160;
const tokenPattern = /[\w-]{20,}\.[\w-]{20,}/;

/**
 * The error code of a response as a string, because the widget sends some error codes as numbers and some as strings.
 */
function codeOf(response: WidgetResponse): string {
  return typeof response.code === 'number' || typeof response.code === 'string' ? String(response.code) : '';
}

/**
 * The response's message: after a success an access token or a request id, after a failure a readable text. Null if it
 * is blank.
 */
export function messageOf(response: WidgetResponse): string | null {
  return typeof response.message === 'string' && response.message.trim() !== '' ? response.message.trim() : null;
}

/**
 * Whether a response of the widget reports a failure. The widget passes some failures to its success callback, so the
 * responses there must be checked too.
 */
export function isFailure(response: WidgetResponse): boolean {
  return response.type !== undefined && response.type !== 'success';
}

/**
 * The provider's message, or null if it must not be shown to the student. The message of a success is a secret, such as
 * an access token, and is never shown.
 */
export function displayableMessage(response: WidgetResponse): string | null {
  const message = messageOf(response);
  if (message === null || response.type === 'success') return null;
  return message.length > maxMessageLength || tokenPattern.test(message) ? null : message;
}

/** Finds the kind of failure by the response's message, or else by its error code. Null for an unknown failure. */
function classify<Failure>(rules: ReadonlyArray<FailureRule<Failure>>, response: WidgetResponse): Failure | null {
  const message = messageOf(response);
  const byMessage = rules.find((rule) => message !== null && rule.message?.test(message));
  const code = codeOf(response);
  return (byMessage ?? rules.find(({ codes }) => codes.includes(code)))?.failure ?? null;
}

/**
 * Why the provider did not send a one-time code. Error code 701 means "not on WhatsApp" only if the one-time code was
 * to be sent by WhatsApp.
 */
export function sendFailure(method: CodeMethod, response: WidgetResponse): SendFailure {
  const failure = classify(sendRules, response);
  return failure === null || (failure === 'notOnWhatsapp' && method !== 'whatsapp_otp') ? 'sendFailed' : failure;
}

/** Why the provider did not accept the one-time code that the student typed. */
export function verifyFailure(response: WidgetResponse): VerifyFailure {
  return classify(verifyRules, response) ?? 'verificationFailed';
}
