import type { CodeMethod } from '../../contract/auth.ts';
import type { SendFailure, VerifyFailure } from '../../machines/one-time-code.types.ts';

/** What the provider's widget calls back with; which fields are there depends on the call. */
export type WidgetAnswer = { type?: unknown; message?: unknown; code?: unknown };

/** One failure of the widget: by message first, then by code, in the table of its operation. */
type Rule<Failure> = { says: RegExp | null; codes: readonly string[]; means: Failure };

const sendRules: ReadonlyArray<Rule<SendFailure>> = [
  { says: /captcha/i, codes: [], means: 'captchaNeeded' },
  { says: /not.*whatsapp|whatsapp.*not/i, codes: ['701'], means: 'notOnWhatsapp' },
];
const verifyRules: ReadonlyArray<Rule<VerifyFailure>> = [
  { says: /already verif|expired|no otp request/i, codes: ['703', '706', '709'], means: 'codeExpired' },
  { says: /too many|max|limit/i, codes: ['704', '707'], means: 'tooManyTries' },
  {
    says: /(invalid|incorrect|wrong) otp|otp (is )?(invalid|incorrect|not match)/i,
    codes: ['702', '705'],
    means: 'incorrectCode',
  },
];

const longestWords = 160;
const tokenShape = /[\w-]{20,}\.[\w-]{20,}/;

/** A code is a number in one place and a string in another. */
function codeOf(answer: WidgetAnswer): string {
  return typeof answer.code === 'number' || typeof answer.code === 'string' ? String(answer.code) : '';
}

export function textOf(answer: WidgetAnswer): string | null {
  return typeof answer.message === 'string' && answer.message.trim() !== '' ? answer.message.trim() : null;
}

/** Failures come through the success function too, as the provider's HTTP 200 does (integrations). */
export function isFailure(answer: WidgetAnswer): boolean {
  return answer.type !== undefined && answer.type !== 'success';
}

/** What the provider said of a failure, for the student to read; a success's message is a secret and never said. */
export function wordsOf(answer: WidgetAnswer): string | null {
  const words = textOf(answer);
  if (words === null || answer.type === 'success' || words.length > longestWords || tokenShape.test(words)) return null;
  return words;
}

function classify<Failure>(rules: ReadonlyArray<Rule<Failure>>, answer: WidgetAnswer): Failure | null {
  const words = textOf(answer);
  const byWords = rules.find(({ says }) => words !== null && says?.test(words));
  const code = codeOf(answer);
  return (byWords ?? rules.find(({ codes }) => codes.includes(code)))?.means ?? null;
}

/** 701 means WhatsApp only where a code was to go there: for another call it is another failure. */
export function sendFailure(method: CodeMethod, answer: WidgetAnswer): SendFailure {
  const failure = classify(sendRules, answer);
  return failure === null || (failure === 'notOnWhatsapp' && method !== 'whatsapp_otp') ? 'sendFailed' : failure;
}

export function verifyFailure(answer: WidgetAnswer): VerifyFailure {
  return classify(verifyRules, answer) ?? 'verificationFailed';
}
