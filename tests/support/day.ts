import { globSync } from 'node:fs';

/**
 * The number that selects the samples: the seed or, if the seed is a date such as 20261127, the date's number of days
 * since 1970. So consecutive days have consecutive numbers, also at the end of a month.
 */
function sampleNumber(seed: string): number {
  const [, year, month, day] = /^(20\d\d)([01]\d)([0-3]\d)$/.exec(seed) ?? [];
  return year ? Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 : Number(seed);
}

/**
 * Whether today's complete run of `npm test` includes the test case at position `place` of a list. Each case is
 * included on one of `days` days (decision 164, "Play a part of the tests each day"). Always true in `npm run soak`,
 * and when only one part of the tests or one file is run.
 */
export const isPlayedToday = (place: number, days = 7): boolean =>
  !process.env.ALTERNATE || (place + sampleNumber(process.env.SEED ?? '')) % days === 0;

/**
 * Of the test files that match the glob `pattern` and are not in `except`, returns those that today's complete run of
 * `npm test` leaves out.
 */
export const restingFiles = (pattern: string, days: number, except: readonly string[] = []): string[] =>
  globSync(pattern)
    .filter((file) => !except.includes(file))
    .sort()
    .filter((_, place) => !isPlayedToday(place, days));
