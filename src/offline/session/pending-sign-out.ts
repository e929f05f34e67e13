import { signOut } from '../../../contract/signed-in.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { withLock } from '../with-lock.ts';

/** The only `landfall:` key in localStorage that signing out does not remove. */
export const pendingSignOutKey = 'landfall:signed-out';
const lockName = 'landfall-sign-out';
const timeoutMs = 8000;

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

  /**
   * Sends the sign-out. Resolves to true once the server has it. Only one tab sends it, because a second sign-out could
   * arrive after the next sign-in.
   */
  deliver(): Promise<boolean> {
    return withLock(lockName, async () => {
      const { student } = this;
      if (student === null) return true;
      const isDelivered = await this.#send(student);
      if (isDelivered) {
        this.#student = null;
        this.#withStorage((storage) => storage.removeItem(pendingSignOutKey));
      }
      return isDelivered;
    });
  }

  async #send(student: string): Promise<boolean> {
    try {
      await this.#api.call(
        signOut,
        { body: { type: 'student', user_id: student } },
        { signal: AbortSignal.timeout(timeoutMs) },
      );
      return true;
    } catch (error) {
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
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
