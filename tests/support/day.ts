import { globSync } from 'node:fs';

/**
 * The number by which a seed selects what is run. For a date such as 20261127, it is the number of days since 1970, so
 * that consecutive days have consecutive numbers even at the end of a month. For any other seed, it is the seed itself.
 */
function sampleNumber(seed: string): number {
  const [, year, month, day] = /^(20\d\d)([01]\d)([0-3]\d)$/.exec(seed) ?? [];
  return year ? Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 : Number(seed);
}

/**
 * Whether the test case at position `place` of a list is run today. `npm test` runs each case on one of `days` days
 * (decision 164, "Play a part of the tests each day"). `npm run soak`, and a run of only one part or file, run every
 * case.
 */
export const isPlayedToday = (place: number, days = 7): boolean =>
  !process.env.ALTERNATE || (place + sampleNumber(process.env.SEED ?? '')) % days === 0;

/**
 * The test files that today's complete run of `npm test` leaves out. Chooses them from the files that match the glob
 * `pattern` and are not in `except`.
 */
export const restingFiles = (pattern: string, days: number, except: readonly string[] = []): string[] =>
  globSync(pattern)
    .filter((file) => !except.includes(file))
    .sort()
    .filter((_, place) => !isPlayedToday(place, days));
