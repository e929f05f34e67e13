import { createHash } from 'node:crypto';
import type { BookingSettings } from '../../contract/booking.ts';

export const termsTexts = ['terms_title', 'terms_content', 'terms_checkbox_text'] as const;
export type Terms = Pick<BookingSettings, (typeof termsTexts)[number]>;

/** True where a student who accepted one has accepted the other. */
export function isSameTerms(one: Terms, other: Terms): boolean {
  return termsTexts.every((name) => one[name] === other[name]);
}

/** Names a text of the terms that staff wrote on the academy day `day`: another text has another name, `2026-03-10-5f2a90c1`. */
export function nameTerms(terms: Terms, day: string): string {
  const hash = createHash('sha256').update(JSON.stringify(termsTexts.map((name) => terms[name])));
  return `${day}-${hash.digest('hex').slice(0, 8)}`;
}
