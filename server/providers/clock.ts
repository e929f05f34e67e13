/** Time as a port, so that tests choose it. Milliseconds since 1970 UTC. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

const academyDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The academy's day, `YYYY-MM-DD` in Asia/Kolkata. */
export function today(clock: Clock): string {
  return academyDay.format(clock.now());
}
