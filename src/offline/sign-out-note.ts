import { signOut } from '../../contract/signed-in.ts';
import { type Api, ApiError } from '../lib/api.ts';
import { exclusively } from './exclusively.ts';

/** Where the note lies: the one thing of ours that signing out leaves in the device's storage. */
export const notePlace = 'landfall:signed-out';
const lockName = 'landfall-sign-out';
const patience = 8000;

/**
 * Note that somebody signed out here and the server may not know yet: the session cookie still works and no script can
 * delete it. It is delivered before any other call (decisions, "Rates, sessions, privacy").
 */
export class SignOutNote {
  readonly #api: Api;
  readonly #storage: Storage | null;
  #student: string | null = null;

  constructor(api: Api, storage: Storage | null) {
    this.#api = api;
    this.#storage = storage;
  }

  /** Who signed out and is not known to have; null where no note waits. */
  get student(): string | null {
    return this.#touch((storage) => storage.getItem(notePlace)) ?? this.#student;
  }

  get isPending(): boolean {
    return this.student !== null;
  }

  leave(student: string): void {
    const isKept = this.#touch((storage) => {
      storage.setItem(notePlace, student);
      return true;
    });
    this.#student = isKept ? null : student;
  }

  /** Tells the server; true once it knows. One tab at a time, so that no sign-in comes between. */
  deliver(): Promise<boolean> {
    return exclusively(lockName, async () => {
      const { student } = this;
      if (student === null) return true;
      const isKnown = await this.#tell(student);
      if (isKnown) {
        this.#student = null;
        this.#touch((storage) => storage.removeItem(notePlace));
      }
      return isKnown;
    });
  }

  async #tell(student: string): Promise<boolean> {
    try {
      await this.#api.call(
        signOut,
        { body: { type: 'student', user_id: student } },
        { signal: AbortSignal.timeout(patience) },
      );
      return true;
    } catch (error) {
      return error instanceof ApiError && error.kind === 'refused' && error.status < 500 && error.status !== 429;
    }
  }

  #touch<T>(use: (storage: Storage) => T): T | null {
    try {
      return this.#storage ? use(this.#storage) : null;
    } catch {
      return null;
    }
  }
}
