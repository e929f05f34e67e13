import { createHash } from 'node:crypto';

export const termsTexts = ['terms_title', 'terms_content', 'terms_checkbox_text'] as const;
export type Terms = Readonly<Record<(typeof termsTexts)[number], unknown>>;

/**
 * Whether two versions of the booking terms have the same text. If so, a student who has accepted one of them has also
 * accepted the other.
 */
export function isSameTerms(one: Terms, other: Terms): boolean {
  return termsTexts.every((name) => one[name] === other[name]);
}

/** A hash of the texts of the booking terms, used in the name of their version: eight hexadecimal digits. */
export function termsHash(terms: Terms): string {
  const hash = createHash('sha256').update(JSON.stringify(termsTexts.map((name) => terms[name])));
  return hash.digest('hex').slice(0, 8);
}
