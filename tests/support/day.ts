import { globSync } from 'node:fs';

/**
 * Whether today's complete run of `npm test` includes the test case at position `place` of a list. The other cases run
 * on the following days, so that each case runs once within `days` days (decision 164, "Play a part of the tests each
 * day"). A run of only one part of the tests or of one file runs every case, and so does `npm run soak`.
 */
export const isPlayedToday = (place: number, days = 7): boolean =>
  !process.env.ALTERNATE || (place + Number(process.env.SEED)) % days === 0;

/**
 * The test files that today's complete run of `npm test` leaves out, of those that match the glob `pattern`. Files in
 * `daily` run every day.
 */
export const restingFiles = (pattern: string, days: number, daily: readonly string[] = []): string[] =>
  globSync(pattern)
    .filter((file) => !daily.includes(file))
    .sort()
    .filter((_, place) => !isPlayedToday(place, days));
