import { Refusal } from '../http/refusal.ts';
import type { Clock } from './clock.ts';

type Kept<T> = { value: T; size: number; madeAt: number; triedAt: number };

/** Milliseconds: fresh as document 2, section 9 has it; a failed look is not repeated at once. */
export const newsTimes = { fresh: 300_000, pause: 30_000 } as const;
/** Signs of the answers kept, as JSON: a page of 100 long posts has some 2 million. */
const most = 16_000_000;

/**
 * Answers of the news site by their address. A fresh one is given as it is; an older one is given at once while a new one
 * is fetched behind it, and stays for as long as the site is away; the first time, the caller waits. One fetch an address at a
 * time. What was asked longest ago goes first.
 */
export class NewsStore<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #underway = new Map<string, Promise<T>>();
  readonly #clock: Clock;
  readonly #most: number;
  #size = 0;

  constructor(clock: Clock, limit = most) {
    this.#clock = clock;
    this.#most = limit;
  }

  /** What is kept, in signs of JSON. */
  get size(): number {
    return this.#size;
  }

  async read(address: string, fetchNew: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(address);
    if (!kept) return this.#fetch(address, fetchNew);
    this.#kept.delete(address);
    this.#kept.set(address, kept);
    const now = this.#clock.now();
    const isFresh = Math.abs(now - kept.madeAt) < newsTimes.fresh;
    if (isFresh || Math.abs(now - kept.triedAt) < newsTimes.pause) return kept.value;
    kept.triedAt = now;
    this.#fetch(address, fetchNew).catch((error: unknown) => {
      // The site itself says that there is no such post or page any more.
      if (error instanceof Refusal && error.status < 500) this.#drop(address);
    });
    return kept.value;
  }

  #fetch(address: string, fetchNew: () => Promise<T>): Promise<T> {
    const underway = this.#underway.get(address);
    if (underway) return underway;
    const fetching = fetchNew()
      .then((value) => {
        this.#keep(address, value);
        return value;
      })
      .finally(() => this.#underway.delete(address));
    this.#underway.set(address, fetching);
    return fetching;
  }

  #keep(address: string, value: T): void {
    const now = this.#clock.now();
    const size = address.length + JSON.stringify(value).length;
    this.#drop(address);
    this.#kept.set(address, { value, size, madeAt: now, triedAt: now });
    this.#size += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(address: string): void {
    this.#size -= this.#kept.get(address)?.size ?? 0;
    this.#kept.delete(address);
  }
}
