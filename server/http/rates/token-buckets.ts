type Bucket = { tokens: number; at: number };

const minuteMs = 60_000;

/**
 * Token buckets in memory, one for each key. A bucket has at most `limit` tokens and is refilled at `limit` tokens in
 * `periodMs`. At most `size` buckets are stored: one more replaces the least recently used one.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #size: number;
  readonly #periodMs: number;

  constructor({ size = 20_000, periodMs = minuteMs } = {}) {
    this.#size = size;
    this.#periodMs = periodMs;
  }

  /**
   * Takes tokens from the bucket of `key` at the time `now` (ms), by default one. Returns 0 if they were taken,
   * otherwise the milliseconds until there are enough. If `amount` exceeds `limit`, `limit` tokens are taken.
   */
  take(key: string, limit: number, now: number, amount = 1): number {
    const needed = Math.min(amount, limit);
    const before = this.#buckets.get(key) ?? { tokens: limit, at: now };
    const refilled = Math.min(limit, before.tokens + (Math.max(0, now - before.at) * limit) / this.#periodMs);
    const isAllowed = refilled >= needed;
    this.#set(key, { tokens: isAllowed ? refilled - needed : refilled, at: now });
    return isAllowed ? 0 : Math.ceil(((needed - refilled) * this.#periodMs) / limit);
  }

  /** Returns tokens to the bucket of `key`, by default one. */
  giveBack(key: string, limit: number, amount = 1): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(limit, bucket.tokens + amount);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #set(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size > this.#size && !oldest.done) this.#buckets.delete(oldest.value);
  }
}
