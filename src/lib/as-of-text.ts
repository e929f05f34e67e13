import { academyDay, formatInstant } from './format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** From here on a date says more than a number of days. */
const mostDays = 30;

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Academy days between two instants, in ms. */
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
 * A moment and how long ago it was, `at` and `now` in ms: `14:05, 3 days ago` in the academy's time. Minutes below an hour,
 * hours below a day, then days of the calendar; after 30 of them, or by a clock that went back, the date: `3 Feb 2027, 14:05`.
 */
export function momentText(at: number, now: number): string {
  const isDated = now < at || now - at > mostDays * day;
  const [, time] = formatInstant(at).split(', ');
  return isDated ? formatInstant(at) : `${time}, ${ageText(at, now)}`;
}

/** When what is shown was true: `as of 14:05, 3 days ago`. */
export function asOfText(at: number, now: number): string {
  return `as of ${momentText(at, now)}`;
}
