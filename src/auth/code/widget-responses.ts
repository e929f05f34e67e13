import type { CodeMethod } from '../../../contract/auth.ts';
import type { SendFailure, VerifyFailure } from '../../../machines/one-time-code.machine.ts';

/** What the provider's widget passes to its callbacks. Which fields are set depends on the call. */
export type WidgetResponse = { type?: unknown; message?: unknown; code?: unknown };

/** Recognises one failure of the widget, by its message or its code. */
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

/** The widget sends some of its codes as numbers and some as strings. */
function codeOf(response: WidgetResponse): string {
  return typeof response.code === 'number' || typeof response.code === 'string' ? String(response.code) : '';
}

/** The response's message: an access token or request id after a success, else a readable text. Null if it is blank. */
export function messageOf(response: WidgetResponse): string | null {
  return typeof response.message === 'string' && response.message.trim() !== '' ? response.message.trim() : null;
}

/** Whether a response reports a failure: the provider passes failures to the success callback too. */
export function isFailure(response: WidgetResponse): boolean {
  return response.type !== undefined && response.type !== 'success';
}

/** The provider's message if it may be shown to the student. The message of a success is a secret and is never shown. */
export function displayableMessage(response: WidgetResponse): string | null {
  const message = messageOf(response);
  if (message === null || response.type === 'success') return null;
  return message.length > maxMessageLength || tokenPattern.test(message) ? null : message;
}

/** Finds the failure by the response's message first, then by its code. */
function classify<Failure>(rules: ReadonlyArray<FailureRule<Failure>>, response: WidgetResponse): Failure | null {
  const message = messageOf(response);
  const byMessage = rules.find((rule) => message !== null && rule.message?.test(message));
  const code = codeOf(response);
  return (byMessage ?? rules.find(({ codes }) => codes.includes(code)))?.failure ?? null;
}

/** Why a code was not sent. Code 701 means "not on WhatsApp" only if the code was to be sent there. */
export function sendFailure(method: CodeMethod, response: WidgetResponse): SendFailure {
  const failure = classify(sendRules, response);
  return failure === null || (failure === 'notOnWhatsapp' && method !== 'whatsapp_otp') ? 'sendFailed' : failure;
}

/** Why a code was not accepted. */
export function verifyFailure(response: WidgetResponse): VerifyFailure {
  return classify(verifyRules, response) ?? 'verificationFailed';
}
