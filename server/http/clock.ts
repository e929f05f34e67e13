/**
 * The source of the current time, in milliseconds since 1970 UTC. It is passed as an argument, so that tests can set
 * it.
 */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

const academyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The current date in the academy's time zone, Asia/Kolkata, as `YYYY-MM-DD`. */
export function today(clock: Clock): string {
  return academyDay.format(clock.now());
}
