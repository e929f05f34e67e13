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

/** Sets an item of localStorage. Does nothing if localStorage is full or blocked. */
export function setDeviceItem(key: string, value: string): void {
  try {
    deviceStorage()?.setItem(key, value);
  } catch {
    // Ignore the error: `setDeviceItem` does nothing if localStorage is full or blocked.
  }
}

/**
 * The student whose data this device shows, also while offline: the one whom our server last reported as signed in. All
 * personal data on the device is stored under this student's id. Listeners are also notified when the same student
 * signs in again.
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

  /** Sets the student whose data the device shows. Call it when the server reports this student as signed in. */
  enter(student: string): void {
    this.#write(() => this.#storage?.setItem(storageKey, student));
    this.#become(student);
  }

  /** Clears the student whose data the device shows. Call it when the student has signed out. */
  leave(): void {
    this.#write(() => this.#storage?.removeItem(storageKey));
    this.#become(null);
  }

  /** Reads the student from the device again, because another tab may have changed it. */
  refresh(): void {
    const student = this.#read();
    if (student !== this.#student) this.#become(student);
  }

  /** Follows sign-ins and sign-outs in other tabs. Returns a function that stops following. */
  follow(page: Window): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === storageKey && event.newValue !== this.#student) this.#become(event.newValue);
    };
    // Read the student again when the page comes back from the back/forward cache, where it gets no storage events.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) this.refresh();
    };
    page.addEventListener('storage', onStorage);
    page.addEventListener('pageshow', onShow);
    return () => {
      page.removeEventListener('storage', onStorage);
      page.removeEventListener('pageshow', onShow);
    };
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
      // Storage is full or blocked: only this page knows the student, until it is reloaded.
    }
  }
}

export const subject = new Subject(deviceStorage());
