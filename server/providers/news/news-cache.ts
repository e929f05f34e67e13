import type { Clock } from '../../http/clock.ts';
import { Refusal } from '../../http/refusal.ts';

type Entry<T> = { value: T; size: number; fetchedAt: number; triedAt: number; warnedAt: number };

/** Called when a cached response could not be refreshed, with the reason and the response's URL. */
export type NewsFailed = (error: unknown, address: string) => void;

/**
 * Times in milliseconds. `fresh`: how long an entry is used without asking the news site again. `pause`: the shortest
 * time between two attempts to refresh an entry. `silence`: the shortest time between two warnings about an entry.
 */
const newsTimes = { fresh: 300_000, pause: 30_000, silence: 3_600_000 } as const;
/** Maximum size of all cache entries, in characters of JSON. A page of 100 long posts has about 2 million. */
const defaultMaxSize = 16_000_000;

/**
 * Caches responses of the news site by URL. If an entry is stale, it is returned while a new response is fetched in
 * the background; it also stays in use while the site is unavailable. If there is no entry, the caller waits for the
 * response. At most one request for each URL runs at a time. When the cache is full, the least recently used entries
 * are evicted.
 */
export class NewsCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #underway = new Map<string, Promise<T>>();
  readonly #clock: Clock;
  readonly #maxSize: number;
  readonly #onFailure: NewsFailed | undefined;
  #size = 0;

  constructor(
    clock: Clock,
    { maxSize = defaultMaxSize, onFailure }: { maxSize?: number; onFailure?: NewsFailed | undefined } = {},
  ) {
    this.#clock = clock;
    this.#maxSize = maxSize;
    this.#onFailure = onFailure;
  }

  /** The size of all cache entries, in characters of JSON. */
  get size(): number {
    return this.#size;
  }

  async read(address: string, fetchNew: () => Promise<T>): Promise<T> {
    const entry = this.#entries.get(address);
    if (!entry) return this.#fetch(address, fetchNew);
    this.#entries.delete(address);
    this.#entries.set(address, entry);
    const now = this.#clock.now();
    const isFresh = Math.abs(now - entry.fetchedAt) < newsTimes.fresh;
    if (isFresh || Math.abs(now - entry.triedAt) < newsTimes.pause) return entry.value;
    entry.triedAt = now;
    this.#fetch(address, fetchNew).catch((error: unknown) => {
      // The news site reports that the post or page does not exist any more, so its cache entry must not be used again.
      if (error instanceof Refusal && error.status < 500) this.#drop(address);
      else this.#warn(address, error);
    });
    return entry.value;
  }

  #warn(address: string, error: unknown): void {
    const entry = this.#entries.get(address);
    const now = this.#clock.now();
    if (!entry || now - entry.warnedAt < newsTimes.silence) return;
    entry.warnedAt = now;
    this.#onFailure?.(error, address);
  }

  #fetch(address: string, fetchNew: () => Promise<T>): Promise<T> {
    const underway = this.#underway.get(address);
    if (underway) return underway;
    const fetching = fetchNew()
      .then((value) => {
        this.#store(address, value);
        return value;
      })
      .finally(() => this.#underway.delete(address));
    this.#underway.set(address, fetching);
    return fetching;
  }

  #store(address: string, value: T): void {
    const now = this.#clock.now();
    const size = address.length + JSON.stringify(value).length;
    const warnedAt = this.#entries.get(address)?.warnedAt ?? Number.NEGATIVE_INFINITY;
    this.#drop(address);
    this.#entries.set(address, { value, size, fetchedAt: now, triedAt: now, warnedAt });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#drop(oldest);
    }
  }

  #drop(address: string): void {
    this.#size -= this.#entries.get(address)?.size ?? 0;
    this.#entries.delete(address);
  }
}
