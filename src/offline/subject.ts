const place = 'landfall:subject';

/** Where the device remembers its student; null where storage is blocked. */
export function deviceStorage(): Storage | null {
  try {
    return typeof localStorage === 'undefined' ? null : localStorage;
  } catch {
    return null;
  }
}

/**
 * Whose things this device shows: the last student that our server named, also while nobody answers.
 * Everything personal that is stored stands under this id. Listeners also hear a student who signs in anew.
 */
export class Subject {
  readonly #storage: Storage | null;
  readonly #listeners = new Set<(before: string | null) => void>();
  #student: string | null;

  constructor(storage: Storage | null) {
    this.#storage = storage;
    this.#student = this.#read();
  }

  get student(): string | null {
    return this.#student;
  }

  subscribe = (listener: (before: string | null) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The server named this student. */
  enter(student: string): void {
    this.#write(() => this.#storage?.setItem(place, student));
    this.#become(student);
  }

  /** Nobody is signed in any more. */
  leave(): void {
    this.#write(() => this.#storage?.removeItem(place));
    this.#become(null);
  }

  /** Follows the other tabs. */
  follow(page: Window): () => void {
    const read = (event: StorageEvent) => {
      if (event.key === place && event.newValue !== this.#student) this.#become(event.newValue);
    };
    page.addEventListener('storage', read);
    return () => page.removeEventListener('storage', read);
  }

  #become(student: string | null): void {
    const before = this.#student;
    this.#student = student;
    for (const tell of this.#listeners) tell(before);
  }

  #read(): string | null {
    try {
      return this.#storage?.getItem(place) ?? null;
    } catch {
      return null;
    }
  }

  #write(change: () => void): void {
    try {
      change();
    } catch {
      // A full or blocked storage forgets at the next start; this page still knows.
    }
  }
}

export const subject = new Subject(deviceStorage());
