const hour = 3600;

/** The time from which a batch cannot be booked: midnight at the start of its first day in Asia/Kolkata. */
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

/**
 * How long a seat is offered, in seconds: `hours`, or an eighth of the time left before the earliest first day if that is
 * shorter, so that the seat can still be offered to others. It is at least an hour, but never goes beyond the start of
 * that day.
 */
export function offerSeconds(now: number, firstDays: readonly string[], hours: number): number {
  const left = Math.max(0, Math.min(...firstDays.map(startOf)) - now) / 1000;
  return Math.floor(Math.min(hours * hour, Math.max(left / 8, hour), left));
}
