import { signOut } from '../../../contract/signed-in.ts';
import { type Api, ApiError } from '../../lib/api.ts';
import { Listeners } from '../../lib/listeners.ts';
import { withLock } from '../with-lock.ts';

const pendingKey = 'landfall:signed-out';
const unwipedKey = 'landfall:unwiped';
/**
 * The only `landfall:` keys in localStorage that signing out does not remove. `landfall:waiting` belongs to anonymous
 * forms (outbox/anonymous-flag.ts), which may be newer than the sign-out.
 */
export const signOutKeys: readonly string[] = [pendingKey, unwipedKey, 'landfall:waiting'];
const lockName = 'landfall-sign-out';
const timeoutMs = 8000;

/**
 * Result of sending a sign-out. `refused`: our server refused it and would do so again (4xx); `failed`: our server
 * responded with another error; `unanswered`: there was no response.
 */
type SignOutResult = 'done' | 'refused' | 'failed' | 'unanswered';

type SendSteps = {
  onStart?: (student: string) => void;
  onDone?: (() => void) | undefined;
  onFailed?: (() => void) | undefined;
};

/**
 * Remembers a sign-out until the server has confirmed it, and sends it before any other call. Until it is confirmed,
 * the HttpOnly session cookie still works, because no script can delete it (docs/product.md#sessions). Also remembers
 * whose data must still be deleted from the device, in case the tab is closed before that.
 */
export class PendingSignOut {
  readonly #api: Api;
  readonly #storage: Storage | null;
  readonly #listeners = new Listeners<[student: string]>();
  #student: string | null = null;

  constructor(api: Api, storage: Storage | null) {
    this.#api = api;
    this.#storage = storage;
  }

  /** The student whose sign-out has not reached the server; null if there is none. */
  get student(): string | null {
    return this.#withStorage((storage) => storage.getItem(pendingKey)) ?? this.#student;
  }

  /** The student who has signed out and whose data may still be on the device; null if there is none. */
  get unwiped(): string | null {
    return this.#withStorage((storage) => storage.getItem(unwipedKey));
  }

  get isPending(): boolean {
    return this.student !== null;
  }

  /**
   * Listeners are called before `deliver` sends a sign-out, if a closed tab may have left the student's data on the
   * device. They get the student's id and can delete the data safely: a sign-in is sent only after the sign-out, so the
   * data cannot belong to a new session.
   */
  readonly subscribe = this.#listeners.subscribe;

  record(student: string): void {
    const isStored = this.#withStorage((storage) => {
      storage.setItem(pendingKey, student);
      storage.setItem(unwipedKey, student);
      return true;
    });
    this.#student = isStored ? null : student;
  }

  /** Cancels a pending sign-out, because the student stays signed in. */
  withdraw(): void {
    const { student } = this;
    this.#forget();
    if (student !== null) this.setWiped(student);
  }

  /**
   * Records that nothing is left to delete: the student's data is no longer on the device, or belongs to a newer
   * session.
   */
  setWiped(student: string): void {
    if (this.unwiped === student) this.#withStorage((storage) => storage.removeItem(unwipedKey));
  }

  /**
   * Sends a pending sign-out, if there is one. Resolves to true if no sign-out is left to send. If the server refuses
   * the sign-out, this reports an error and gives the sign-out up, because it would hold up every later call.
   */
  async deliver(): Promise<boolean> {
    const onStart = (student: string) => {
      if (student === this.unwiped) this.#listeners.notify(student);
    };
    const result = await this.#send({ onStart });
    if (result === 'refused') {
      this.#forget();
      reportError(new Error('The server refused a sign-out'));
    }
    return result === 'done' || result === 'refused';
  }

  /**
   * Sends the sign-out, and forgets it once the server has confirmed it. Only one tab sends it, because a second
   * sign-out could arrive after the next sign-in.
   * `onDone` runs before the sign-out is forgotten: if the tab is closed in between, the device still knows of it.
   * `onFailed` runs if the server responded with an error, before another tab can send the sign-out again.
   */
  send(onDone?: () => void, onFailed?: () => void): Promise<SignOutResult> {
    return this.#send({ onDone, onFailed });
  }

  #send({ onStart, onDone, onFailed }: SendSteps): Promise<SignOutResult> {
    return withLock(lockName, async () => {
      const { student } = this;
      if (student === null) return 'done';
      onStart?.(student);
      const result = await this.#call(student);
      if (result === 'done') {
        onDone?.();
        this.#forget();
      } else if (result !== 'unanswered') onFailed?.();
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

  #forget(): void {
    this.#student = null;
    this.#withStorage((storage) => storage.removeItem(pendingKey));
  }

  #withStorage<T>(use: (storage: Storage) => T): T | null {
    try {
      return this.#storage ? use(this.#storage) : null;
    } catch {
      return null;
    }
  }
}
