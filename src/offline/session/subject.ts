import { Listeners } from '../../lib/listeners.ts';

const storageKey = 'landfall:subject';

/** localStorage; null if it is blocked, and on the server. */
export function deviceStorage(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

/**
 * The student whose data this device shows: the last one that our server named, also while offline. All personal data on the
 * device is stored under this id. Listeners are also notified when the same student signs in again.
 */
export class Subject {
  readonly #storage: Storage | null;
  readonly #listeners = new Listeners<[before: string | null]>();
  #student: string | null;

  constructor(storage: Storage | null) {
    this.#storage = storage;
    this.#student = this.#read();
  }

  get student(): string | null {
    return this.#student;
  }

  readonly subscribe = this.#listeners.subscribe;

  /** The server named this student. */
  enter(student: string): void {
    this.#write(() => this.#storage?.setItem(storageKey, student));
    this.#become(student);
  }

  /** The student has signed out. */
  leave(): void {
    this.#write(() => this.#storage?.removeItem(storageKey));
    this.#become(null);
  }

  /** Follows sign-ins and sign-outs of the other tabs. Returns a function that stops it. */
  follow(page: Window): () => void {
    const read = (event: StorageEvent) => {
      if (event.key === storageKey && event.newValue !== this.#student) this.#become(event.newValue);
    };
    page.addEventListener('storage', read);
    return () => page.removeEventListener('storage', read);
  }

  #become(student: string | null): void {
    const before = this.#student;
    this.#student = student;
    this.#listeners.notify(before);
  }

  #read(): string | null {
    try {
      return this.#storage?.getItem(storageKey) ?? null;
    } catch {
      return null;
    }
  }

  #write(change: () => void): void {
    try {
      change();
    } catch {
      // Storage is full or blocked: the student is known to this page only, not after a reload.
    }
  }
}

export const subject = new Subject(deviceStorage());
