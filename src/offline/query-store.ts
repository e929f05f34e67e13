import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

// Milliseconds: a cheap phone with a full disk takes seconds to open its storage, and what is not read of a checkout is lost.
const patience = 5000;

/**
 * One record a query in IndexedDB. It never fails a query: where the browser refuses (private window, blocked, full, or an
 * opening that hangs) `isRefused` says so and the site works online only.
 */
export class QueryStore {
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  #store: UseStore | null = null;
  #isRefused = false;

  constructor(name: string) {
    this.#name = name;
  }

  get isRefused(): boolean {
    return this.#isRefused;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

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
        timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), patience);
      });
      return await Promise.race([work(this.#store), late]);
    } catch {
      this.#isRefused = true;
      for (const tell of this.#listeners) tell();
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

export const queryStore = new QueryStore('landfall-queries');
