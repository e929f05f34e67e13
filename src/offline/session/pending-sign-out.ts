import { signOut } from '../../../contract/signed-in.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { withLock } from '../with-lock.ts';

/** The only `landfall:` key in localStorage that signing out does not remove. */
export const pendingSignOutKey = 'landfall:signed-out';
const lockName = 'landfall-sign-out';
const timeoutMs = 8000;

/**
 * Result of sending a sign-out. `refused`: our server would refuse it again (4xx); `failed`: it responded with another error;
 * `unanswered`: there was no response.
 */
type SignOutResult = 'done' | 'refused' | 'failed' | 'unanswered';

/**
 * Remembers a sign-out until the server has confirmed it. Until then the HttpOnly session cookie still works, and no script
 * can delete it, so the sign-out is sent before any other call (docs/product.md#sessions).
 */
export class PendingSignOut {
  readonly #api: Api;
  readonly #storage: Storage | null;
  #student: string | null = null;

  constructor(api: Api, storage: Storage | null) {
    this.#api = api;
    this.#storage = storage;
  }

  /** The student whose sign-out has not reached the server; null if there is none. */
  get student(): string | null {
    return this.#withStorage((storage) => storage.getItem(pendingSignOutKey)) ?? this.#student;
  }

  get isPending(): boolean {
    return this.student !== null;
  }

  record(student: string): void {
    const isStored = this.#withStorage((storage) => {
      storage.setItem(pendingSignOutKey, student);
      return true;
    });
    this.#student = isStored ? null : student;
  }

  /** Forgets the sign-out, because the student stays signed in. */
  withdraw(): void {
    this.#student = null;
    this.#withStorage((storage) => storage.removeItem(pendingSignOutKey));
  }

  /**
   * Sends the sign-out of a device that has already forgotten the student. Resolves to true if no sign-out is left to send. One
   * that the server refuses is given up and reported: otherwise it would hold up every later call.
   */
  async deliver(): Promise<boolean> {
    const result = await this.send();
    if (result === 'refused') {
      this.withdraw();
      reportError(new Error('The server refused a sign-out'));
    }
    return result === 'done' || result === 'refused';
  }

  /**
   * Sends the sign-out and forgets it once the server has confirmed it. Only one tab sends it, because a second sign-out
   * could arrive after the next sign-in.
   */
  send(): Promise<SignOutResult> {
    return withLock(lockName, async () => {
      const { student } = this;
      if (student === null) return 'done';
      const result = await this.#call(student);
      if (result === 'done') this.withdraw();
      return result;
    });
  }

  async #call(student: string): Promise<SignOutResult> {
    try {
      await this.#api.call(
        signOut,
        { body: { type: 'student', user_id: student } },
        { signal: AbortSignal.timeout(timeoutMs) },
      );
      return 'done';
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'offline') return 'unanswered';
      return error.status >= 400 && error.status < 500 && error.status !== 429 ? 'refused' : 'failed';
    }
  }

  #withStorage<T>(use: (storage: Storage) => T): T | null {
    try {
      return this.#storage ? use(this.#storage) : null;
    } catch {
      return null;
    }
  }
}
