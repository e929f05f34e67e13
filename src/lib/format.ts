/** Made when first asked for: reading the locale's rules takes a slow phone 30 ms, which the start of a page has not. */
function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const rupees = (digits: number) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const wholeRupees = madeOnce(() => rupees(0));
const exactRupees = madeOnce(() => rupees(2));
// Browsers disagree on short months ('Sep', 'Sept'), and server and browser must not.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
// Asia/Kolkata is five and a half hours ahead, all year and since 1945. A formatter of the zone takes a slow phone 40 ms to make.
const ahead = 19_800_000;

/** ISO text that begins with the day and time of Asia/Kolkata: `YYYY-MM-DDTHH:MM`. What follows is no zone of it. */
const inKolkata = (instant: Date) => new Date(instant.getTime() + ahead).toISOString();

/** Rupees without decimals, as prices of courses and packages show: `₹12,500`. */
export function formatPrice(rupees: number): string {
  return wholeRupees().format(rupees);
}

/** Rupees with two decimals, as cart totals show: `₹12,500.00`. */
export function formatTotal(rupees: number): string {
  return exactRupees().format(rupees);
}

/** Academy day `YYYY-MM-DD` as day, short month, year: `3 Feb 2027`. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${months[(month ?? 1) - 1]} ${year}`;
}

/** `3 Feb 2027 - 9 Feb 2027`. */
export function formatDays(start: string, end: string): string {
  return `${formatDay(start)} - ${formatDay(end)}`;
}

/** The academy's day at an instant, `YYYY-MM-DD`, whatever zone the reader is in. Call it in loaders, not in render. */
export function academyDay(instant = new Date()): string {
  return inKolkata(instant).slice(0, 10);
}

/** Instant as the academy's day and time: `3 Feb 2027, 14:05`. */
export function formatInstant(instant: string | number | Date): string {
  const moment = new Date(instant);
  return `${formatDay(academyDay(moment))}, ${inKolkata(moment).slice(11, 16)}`;
}

/** `5 days`, `1 year`, `2.5 months`. */
export function formatDuration(duration: number, unit: string): string {
  return `${duration} ${unit}${duration === 1 ? '' : 's'}`;
}
