import { academyDay, formatInstant } from './format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** An instant that is more than this many days ago is shown as a date, without its age. */
const maxDays = 30;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Number of calendar days in the academy's time zone between two instants (ms since the epoch). */
function daysBetween(at: number, now: number): number {
  const dayOf = (instant: number) => Date.parse(`${academyDay(new Date(instant))}T00:00:00Z`);
  return Math.round((dayOf(now) - dayOf(at)) / day);
}

function ageText(at: number, now: number): string {
  const age = now - at;
  if (age < minute) return 'just now';
  if (age < hour) return counted(Math.floor(age / minute), 'minute');
  if (age < day) return counted(Math.floor(age / hour), 'hour');
  return counted(daysBetween(at, now), 'day');
}

/**
 * Formats an instant in the academy's time zone with its age: `14:05, 3 days ago`. The age is left out after more than
 * 30 days: `3 Feb 2027, 14:05`. It is also left out for an instant that seems to be in the future, because the device's
 * clock was set back. `at`, `now`: ms since the epoch.
 */
export function instantText(at: number, now: number): string {
  const isDated = now < at || now - at > maxDays * day;
  const [, time] = formatInstant(at).split(', ');
  return isDated ? formatInstant(at) : `${time}, ${ageText(at, now)}`;
}

/** Says how old data is: `as of 14:05, 3 days ago`. `at`, `now`: ms since the epoch. */
export function asOfText(at: number, now: number): string {
  return `as of ${instantText(at, now)}`;
}
