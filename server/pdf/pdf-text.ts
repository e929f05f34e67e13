const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 2 });
/**
 * Matches the characters that can be drawn with the font Landfall Sans (listed in `src/app/theme/fonts.css`),
 * except combining marks.
 */
const drawable =
  /[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2009\u2010\u2011\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u202f\u2032\u2033\u2039\u203a\u20ac\u20b9\u2116\u2122\u2190-\u2193\u2197\u2212\u2248\u2264\u2265\u2713]/;

/** Formats an amount in rupees: `₹12,500.00`. */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** Formats a date `YYYY-MM-DD` as `3 Feb 2027`, with non-breaking spaces. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date}\u00a0${months[(month ?? 1) - 1]}\u00a0${year}`;
}

/** Whether the font Landfall Sans contains the character. */
export function isInSiteFont(character: string): boolean {
  return drawable.test(character);
}

/**
 * Replaces characters that the font Landfall Sans lacks by similar ones: accents are removed, and characters without a
 * similar one become `?`.
 */
export function toSiteFont(text: string): string {
  const characters = Array.from(text.normalize('NFC'), (character) => {
    if (drawable.test(character)) return character;
    if (/\s/.test(character)) return ' ';
    return Array.from(character.normalize('NFKD')).find((part) => drawable.test(part)) ?? '?';
  });
  return characters.join('');
}
