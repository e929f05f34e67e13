/** What the widget's calls answer, failures also as HTTP 200 (integrations, "One-time codes"). */
export type WidgetAnswer =
  | { type: 'success'; message: string }
  | { type: 'error'; message: string; code: number | string };

export type CodeChannel = 'whatsapp' | 'email';

/** State of a code that was sent. */
export type SentCode = { code: string; tries: number; is_verified: boolean; created_at: Date };

export const codeLifetime = 600_000;
export const triesAllowed = 5;

export const verdicts = ['verified', 'wrong', 'tooMany', 'expired', 'spent', 'none'] as const;
export type CodeVerdict = (typeof verdicts)[number];

/** A phone with country code, 10 to 15 digits, or an e-mail; null for anything else. */
export function readRecipient(identifier: string): { to: string; channel: CodeChannel } | null {
  const text = identifier.trim();
  if (/^\+?\d{10,15}$/.test(text)) return { to: text.replace('+', ''), channel: 'whatsapp' };
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { to: text.toLowerCase(), channel: 'email' };
  return null;
}

/** The sandbox's rule for a number without WhatsApp (decisions, "Demo content"). */
export function isOnWhatsapp(phone: string): boolean {
  return !phone.endsWith('9');
}

/** What becomes of a code typed at `now`. */
export function judgeCode(sent: SentCode | undefined, code: string, now: number): CodeVerdict {
  if (!sent) return 'none';
  if (sent.is_verified) return 'spent';
  if (now - sent.created_at.getTime() >= codeLifetime) return 'expired';
  if (sent.tries >= triesAllowed) return 'tooMany';
  return sent.code === code ? 'verified' : 'wrong';
}

const fail = (code: number | string, message: string): WidgetAnswer => ({ type: 'error', message, code });

/** Failures with the provider's codes, a number in one place and a string in another, as the real ones are. */
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
