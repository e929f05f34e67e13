type Bucket = { tokens: number; at: number };

const minuteMs = 60_000;

/**
 * Token buckets in memory. A key may make `limit` calls at once; its bucket is refilled at `limit` tokens a minute. Up
 * to `size` buckets are held; then the least recently used one is removed.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #size: number;

  constructor(size = 20_000) {
    this.#size = size;
  }

  /**
   * Takes one token of `key` at `now` (ms). Returns 0 when allowed, otherwise the milliseconds until the next token.
   */
  take(key: string, limit: number, now: number): number {
    const before = this.#buckets.get(key) ?? { tokens: limit, at: now };
    const refilled = Math.min(limit, before.tokens + (Math.max(0, now - before.at) * limit) / minuteMs);
    const isAllowed = refilled >= 1;
    this.#set(key, { tokens: isAllowed ? refilled - 1 : refilled, at: now });
    return isAllowed ? 0 : Math.ceil(((1 - refilled) * minuteMs) / limit);
  }

  /** Returns one token to `key`. */
  giveBack(key: string, limit: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(limit, bucket.tokens + 1);
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
