/** What the student typed as day, month and year. */
export type DayParts = [day: string, month: string, year: string];

/** The error message for a date that does not exist. */
export const invalidDayText = 'Enter a valid date, for example 14 6 2003';

/** Splits `2003-06-14` into day, month and year. The text may be incomplete, such as `-06-14`. */
export function splitDay(text: string): DayParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return [day.replace(/^0(?=\d)/, ''), month.replace(/^0(?=\d)/, ''), year];
}

const withZero = (text = '') => (text === '' ? '' : text.padStart(2, '0'));

/**
 * Joins `14`, `6`, `2003` as `2003-06-14`; empty if nothing was typed. The result may be incomplete, or a date that
 * does not exist.
 */
export function joinDay(parts: DayParts): string {
  const [day, month, year] = parts.map((text) => text.trim().replaceAll('-', ''));
  if (!day && !month && !year) return '';
  return [year, withZero(month), withZero(day)].join('-');
}

/** Whether the text is a date that exists, as `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}
