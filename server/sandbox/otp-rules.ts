/** Responses of the widget's calls. Like MSG91, the sandbox returns failures as HTTP 200. */
export type WidgetAnswer =
  | { type: 'success'; message: string }
  | { type: 'error'; message: string; code: number | string };

export type CodeChannel = 'whatsapp' | 'email';

/** The state of a code that was sent. */
type SentCode = { code: string; tries: number; is_verified: boolean; created_at: Date };

const codeLifetimeMs = 600_000;
const maxTries = 5;

export type CodeResult = 'verified' | 'wrong' | 'tooMany' | 'expired' | 'spent' | 'none';

/** A phone number with country code (10 to 15 digits) or an email address; null for anything else. */
export function readRecipient(identifier: string): { to: string; channel: CodeChannel } | null {
  const text = identifier.trim();
  if (/^\+?\d{10,15}$/.test(text)) return { to: text.replace('+', ''), channel: 'whatsapp' };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { to: text.toLowerCase(), channel: 'email' };
  return null;
}

/** In the sandbox, numbers that end in 9 have no WhatsApp. */
export function isOnWhatsapp(phone: string): boolean {
  return !phone.endsWith('9');
}

/** Checks a code that was typed at `now`. */
export function checkCode(sent: SentCode | undefined, code: string, now: number): CodeResult {
  if (!sent) return 'none';
  if (sent.is_verified) return 'spent';
  if (now - sent.created_at.getTime() >= codeLifetimeMs) return 'expired';
  if (sent.tries >= maxTries) return 'tooMany';
  return sent.code === code ? 'verified' : 'wrong';
}

const fail = (code: number | string, message: string): WidgetAnswer => ({ type: 'error', message, code });

/** Failures with MSG91's codes, which are sometimes numbers and sometimes strings. */
export const widgetFailures = {
  badRecipient: () => fail(400, 'invalid mobile number or email'),
  badChannel: () => fail('400', 'channel not available for this identifier'),
  notOnWhatsapp: () => fail(701, 'mobile number is not registered on whatsapp'),
  wrong: () => fail('702', 'invalid otp'),
  spent: () => fail('703', 'otp already verified'),
  tooMany: () => fail(704, 'max limit reached for this otp verification'),
  expired: () => fail('706', 'otp expired'),
  none: () => fail(709, 'no otp request found'),
} as const;
