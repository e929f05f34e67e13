import { TokenBuckets } from './token-buckets.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The tokens that a call takes from one bucket: `amount` of them. `limit`: the size of the bucket, and the number of
 * tokens that are added to it in each period.
 */
export type Need = { key: string; limit: number; amount: number; period: 'minute' | 'day' };

export type Buckets = {
  /**
   * Takes the tokens that a call needs from all its buckets, or none at all. Returns 0 if they were taken, otherwise
   * the milliseconds to wait. If a call needs more tokens than a bucket can hold, it takes all tokens of the full
   * bucket.
   */
  take(needs: readonly Need[], now: number): Promise<number>;
  giveBack(needs: readonly Need[]): void;
};

export const periodMs: Readonly<Record<Need['period'], number>> = { minute: minuteMs, day: dayMs };

/** Creates token buckets in memory, which only this process uses. */
export function createLocalBuckets(): Buckets {
  const buckets = { minute: new TokenBuckets(), day: new TokenBuckets({ periodMs: dayMs }) };
  const giveBack = (needs: readonly Need[]) => {
    for (const { key, limit, amount, period } of needs) buckets[period].giveBack(key, limit, amount);
  };
  return {
    async take(needs, now) {
      for (const [index, { key, limit, amount, period }] of needs.entries()) {
        const wait = buckets[period].take(key, limit, now, amount);
        if (wait <= 0) continue;
        giveBack(needs.slice(0, index));
        return wait;
      }
      return 0;
    },
    giveBack,
  };
}
