import { emailShape } from '../../contract/email-shape.ts';

/**
 * The response to a call of the sandbox widget for one-time codes. Like MSG91, the sandbox reports failures with HTTP
 * status 200.
 */
export type WidgetAnswer =
  | { type: 'success'; message: string }
  | { type: 'error'; message: string; code: number | string };

export type CodeChannel = 'whatsapp' | 'email';

/** A one-time code that was sent. `tries`: how many wrong codes were typed for it. */
type SentCode = { code: string; tries: number; is_verified: boolean; created_at: Date };

const codeLifetimeMs = 600_000;
const maxTries = 5;

export type CodeResult = 'verified' | 'wrong' | 'tooMany' | 'expired' | 'spent' | 'none';

/**
 * Parses the recipient of a one-time code: a phone number with country code (10 to 15 digits) or an email address.
 * Returns null for anything else.
 */
export function readRecipient(identifier: string): { to: string; channel: CodeChannel } | null {
  const text = identifier.trim();
  if (/^\+?\d{10,15}$/.test(text)) return { to: text.replace('+', ''), channel: 'whatsapp' };
  if (emailShape.test(text)) return { to: text.toLowerCase(), channel: 'email' };
  return null;
}

/** Whether a phone number is on WhatsApp. In the sandbox, all are except those that end in 9. */
export function isOnWhatsapp(phone: string): boolean {
  return !phone.endsWith('9');
}

/** Checks a one-time code that was typed at the time `now` (milliseconds since 1970) against the code that was sent. */
export function checkCode(sent: SentCode | undefined, code: string, now: number): CodeResult {
  if (!sent) return 'none';
  if (sent.is_verified) return 'spent';
  if (now - sent.created_at.getTime() >= codeLifetimeMs) return 'expired';
  if (sent.tries >= maxTries) return 'tooMany';
  return sent.code === code ? 'verified' : 'wrong';
}

const fail = (code: number | string, message: string): WidgetAnswer => ({ type: 'error', message, code });

/** The failures of the sandbox widget, with MSG91's error codes, which are sometimes numbers and sometimes strings. */
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
