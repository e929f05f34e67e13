import { monthNames } from '../../lib/format/month-names.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Formats a day `YYYY-MM-DD` as `Wednesday, 3 February 2027`. */
export function formatLongDay(day: string): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const weekday = weekdays[new Date(Date.UTC(year, month - 1, date)).getUTCDay()];
  return `${weekday}, ${date} ${monthNames[month - 1]} ${year}`;
}
