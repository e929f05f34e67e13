import fc from 'fast-check';

/** True in `npm run soak`, which runs every case instead of a sample. */
export const isSoak = process.env.SOAK !== undefined;

/** Every test that takes a sample prints this seed. Set `SEED` to take the same sample again. */
export const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** Takes `count` of the items in random order, chosen by the seed. In `npm run soak` it takes all items. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  if (isSoak || count >= all.length) return all;
  const shuffled = fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), {
    seed,
    numRuns: 1,
  });
  return shuffled[0] ?? [];
}

/**
 * The files with long journeys by keyboard alone. `npm test` plays the journeys of one file each day, `npm run soak` those
 * of all files.
 */
const keyboardFiles = [
  ...['account/keyboard-passwords', 'booking/keyboard-cart', 'booking/keyboard-waiting-list'],
  ...['offline/keyboard-offline', 'public/keyboard-search'],
] as const;

/** Whether this run plays the journeys of a file with journeys by keyboard. */
export const isPlayed = (file: (typeof keyboardFiles)[number]): boolean =>
  isSoak || keyboardFiles[seed % keyboardFiles.length] === file;
