import { groupDigits } from '../../../contract/group-digits.ts';

const formatRupees = (rupees: number, decimals: number) =>
  `${rupees < 0 ? '-' : ''}₹${groupDigits(Math.abs(rupees).toFixed(decimals))}`;

// Do not take the names of months from `Intl`: server and browser must render the same text, but their formatters
// abbreviate months differently ('Sep', 'Sept').
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
// Add a fixed offset, because Asia/Kolkata is 5:30 h ahead of UTC all year, and creating a formatter for the time zone
// would take 40 ms on a slow phone.
const kolkataOffsetMs = 19_800_000;

/**
 * Date and time in Asia/Kolkata as `YYYY-MM-DDTHH:MM…`. The text ends with a `Z`, which is wrong and must be ignored.
 */
const inKolkata = (instant: Date) => new Date(instant.getTime() + kolkataOffsetMs).toISOString();

/** Formats rupees without decimals, for prices of courses and packages: `₹12,500`. */
export function formatPrice(rupees: number): string {
  return formatRupees(rupees, 0);
}

/** Formats rupees with two decimals, for amounts in the cart, in orders and in the wallet: `₹12,500.00`. */
export function formatTotal(rupees: number): string {
  return formatRupees(rupees, 2);
}

/** Formats a date `YYYY-MM-DD` as day, short month, year: `3 Feb 2027`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}

/** Formats the first and the last day of a period: `3 Feb 2027 – 9 Feb 2027`, or `3 Feb 2027` if both are the same. */
export function formatDays(start: string, end: string): string {
  return start === end ? formatDay(start) : `${formatDay(start)} – ${formatDay(end)}`;
}

/**
 * The date in the academy's time zone at an instant: `YYYY-MM-DD`. Call it in loaders, not in render, so that server
 * and browser agree.
 */
export function academyDay(instant = new Date()): string {
  return inKolkata(instant).slice(0, 10);
}

/** Formats an instant as date and time in the academy's time zone: `3 Feb 2027, 14:05`. */
export function formatInstant(instant: string | number | Date): string {
  const date = new Date(instant);
  return `${formatDay(academyDay(date))}, ${inKolkata(date).slice(11, 16)}`;
}

/**
 * Formats a moment that the student must not miss, with the time zone, because a student on a ship may be in another
 * one: `3 Feb 2027, 14:05 (Indian time)`.
 */
export function formatDeadline(instant: string | number | Date): string {
  return `${formatInstant(instant)} (Indian time)`;
}

/** Formats the duration of a course: `5 days`, `1 year`, `2.5 months`. */
export function formatDuration(duration: number, unit: string): string {
  return `${duration} ${unit}${duration === 1 ? '' : 's'}`;
}
