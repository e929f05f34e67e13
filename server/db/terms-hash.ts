import { createHash } from 'node:crypto';

export const termsTexts = ['terms_title', 'terms_content', 'terms_checkbox_text'] as const;
export type Terms = Readonly<Record<(typeof termsTexts)[number], unknown>>;

/** Whether two versions of the booking terms have the same text, so that a student who accepted one has accepted the other. */
export function isSameTerms(one: Terms, other: Terms): boolean {
  return termsTexts.every((name) => one[name] === other[name]);
}

/** Eight hexadecimal digits that differ for different booking terms, for the name of their version. */
export function termsHash(terms: Terms): string {
  const hash = createHash('sha256').update(JSON.stringify(termsTexts.map((name) => terms[name])));
  return hash.digest('hex').slice(0, 8);
}
