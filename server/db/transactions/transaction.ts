import type { IsolationLevel, Kysely } from 'kysely';
import { isConnectionLost, isRolledBack } from '../connection/database-errors.ts';
import type { Database, Tx } from '../schema.ts';

/** How often to retry, and how long to pause before each retry. */
type RetryOptions = {
  /** Maximum number of attempts, including the first. Default 5. */
  attempts?: number;
  /** First pause in milliseconds; it doubles with each attempt. Default 10. */
  pauseMs?: number;
  /** Returns the fraction of the pause to wait, from 0 to 1. Default Math.random. */
  jitter?: () => number;
};

export type TransactionOptions = RetryOptions & {
  isolation?: IsolationLevel;
  /**
   * Whether to retry even if the work may already be committed. Set this only for work that carries its own idempotency
   * key. Default false.
   */
  isRepeatable?: boolean;
};

/**
 * Runs `work` in a transaction, and runs it again after a serialization failure, a deadlock or a lost connection. So
 * `work` must have no effect outside the database. If the connection is lost during COMMIT, the outcome is unknown; the
 * error is then thrown unless `isRepeatable` is set. Throws the error of the last attempt.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { isRepeatable = false } = options;
  return withRetriesWhile(
    () => tryOnce(db, work, options.isolation),
    ({ isCommitting }) => isRepeatable || !isCommitting,
    options,
  );
}

/** Runs idempotent `work` without a transaction, and runs it again after the same errors as `inTransaction`. */
export async function withRetries<T>(work: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const attempt = (): Promise<Attempt<T>> =>
    work().then(
      (result) => ({ isDone: true, result }),
      (error: unknown) => ({ isDone: false, error, isCommitting: false }),
    );
  return withRetriesWhile(attempt, () => true, options);
}

/**
 * Retries attempts that were rolled back. An attempt that lost its connection is retried if `mayRetryLost` returns true
 * for it.
 */
export async function withRetriesWhile<T>(
  attempt: () => Promise<Attempt<T>>,
  mayRetryLost: (failed: FailedAttempt) => boolean,
  { attempts = 5, pauseMs = 10, jitter = Math.random }: RetryOptions,
): Promise<T> {
  for (let count = 1; ; count++) {
    const attempted = await attempt();
    if (attempted.isDone) return attempted.result;
    const mayRetry = isRolledBack(attempted.error) || (isConnectionLost(attempted.error) && mayRetryLost(attempted));
    if (!mayRetry || count >= attempts) throw attempted.error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (count - 1) * jitter()));
  }
}

/** A failed attempt to run a transaction. `isCommitting`: it failed during COMMIT. */
type FailedAttempt = { isDone: false; error: unknown; isCommitting: boolean };
export type Attempt<T> = { isDone: true; result: T } | FailedAttempt;

async function tryOnce<T>(
  db: Kysely<Database>,
  work: (transaction: Tx) => Promise<T>,
  isolation: IsolationLevel | undefined,
): Promise<Attempt<T>> {
  let isCommitting = false;
  let workError: { thrown: unknown } | undefined;
  const builder = isolation ? db.transaction().setIsolationLevel(isolation) : db.transaction();
  try {
    const result = await builder.execute(async (transaction) => {
      try {
        const value = await work(transaction);
        isCommitting = true;
        return value;
      } catch (error) {
        workError = { thrown: error };
        throw error;
      }
    });
    return { isDone: true, result };
  } catch (error) {
    // After a lost connection, Kysely's rollback fails too. Return the error of the work instead of the rollback's
    // error.
    return { isDone: false, error: workError ? workError.thrown : error, isCommitting };
  }
}
