type Bucket = { tokens: number; at: number };

const minute = 60_000;

/** Calls a minute by key, in memory: each key may burst to its limit, then goes on at the limit's pace. Bounded; the key unused longest goes first. */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #size: number;

  constructor(size = 20_000) {
    this.#size = size;
  }

  /** Takes one token of `key` at `now` (ms). 0: allowed; otherwise the milliseconds until the next token. */
  take(key: string, limit: number, now: number): number {
    const before = this.#buckets.get(key) ?? { tokens: limit, at: now };
    const refilled = Math.min(limit, before.tokens + (Math.max(0, now - before.at) * limit) / minute);
    const isAllowed = refilled >= 1;
    this.#keep(key, { tokens: isAllowed ? refilled - 1 : refilled, at: now });
    return isAllowed ? 0 : Math.ceil(((1 - refilled) * minute) / limit);
  }

  /** Puts one token of `key` back. */
  giveBack(key: string, limit: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket) bucket.tokens = Math.min(limit, bucket.tokens + 1);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size > this.#size && !oldest.done) this.#buckets.delete(oldest.value);
  }
}
