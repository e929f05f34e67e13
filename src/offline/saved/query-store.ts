import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import { Listeners } from '../../lib/listeners.ts';

// A cheap phone with a full disk takes seconds to open IndexedDB. After the timeout, a stored checkout would be lost.
const timeoutMs = 5000;

/**
 * Records of queries in IndexedDB. Never makes a query fail: if the browser cannot use its storage (private window, blocked,
 * full, or an opening that hangs), `isRefused` becomes true and the site works online only.
 */
export class QueryStore {
  readonly #name: string;
  readonly #listeners = new Listeners();
  #store: UseStore | null = null;
  #isRefused = false;

  constructor(name: string) {
    this.#name = name;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  readonly subscribe = this.#listeners.subscribe;

  getItem = (key: string): Promise<string | undefined> => this.#use((store) => get<string>(key, store));

  setItem = async (key: string, value: string): Promise<void> => {
    await this.#use((store) => set(key, value, store));
  };

  removeItem = async (key: string): Promise<void> => {
    await this.#use((store) => del(key, store));
  };

  entries = async (): Promise<Array<[string, string]>> =>
    (await this.#use((store) => entries<string, string>(store))) ?? [];

  async #use<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
    if (this.#isRefused) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      this.#store ??= createStore(this.#name, 'queries');
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('IndexedDB does not respond')), timeoutMs);
      });
      return await Promise.race([work(this.#store), late]);
    } catch {
      this.#isRefused = true;
      this.#listeners.notify();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

export const queryStore = new QueryStore('landfall-queries');
