const hour = 3600;

/**
 * The minimum time for which seats are offered, in seconds. An offer is shorter only if one of its batches starts
 * sooner.
 */
export const shortestOffer = hour;

/**
 * The time from which a batch cannot be booked any more, in milliseconds since 1970: midnight in Asia/Kolkata, at the
 * start of its first day.
 */
const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

/**
 * For how long seats are offered, in seconds: `hours`, but at most an eighth of the time until the first of the batches
 * starts, so that the seats can be offered to others afterwards. An offer lasts at least an hour, unless the first
 * batch starts sooner. It always lasts at least a second, because the email cannot name the deadline of an offer that has
 * already ended.
 */
export function offerSeconds(now: number, firstDays: readonly string[], hours: number): number {
  const left = Math.max(0, Math.min(...firstDays.map(startOf)) - now) / 1000;
  return Math.max(1, Math.floor(Math.min(hours * hour, Math.max(left / 8, shortestOffer), left)));
}
