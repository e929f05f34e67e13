import fc from 'fast-check';

/** True in `npm run soak`, in which every test runs all its cases instead of a sample. */
export const isSoak = process.env.SOAK !== undefined;

/**
 * The seed that selects the samples. Every test that takes a sample prints the seed; set the variable `SEED` to this
 * number to take the same sample again.
 */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Returns `count` of the items in random order, chosen by the seed. In `npm run soak`, returns all items. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  if (isSoak || count >= all.length) return all;
  const shuffled = fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  });
  return shuffled[0] ?? [];
}
