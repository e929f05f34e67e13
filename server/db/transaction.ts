import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { isConnectionLost, isRolledBack } from './database-errors.ts';
import type { Database } from './schema.ts';

/** How often and how patiently something is tried. */
export type Patience = {
  /** Tries at most, the first included. Default 5. */
  attempts?: number;
  /** First pause in milliseconds; it doubles with each try. Default 10. */
  pauseMs?: number;
  /** 0 to 1: the part of the pause that is waited. Default Math.random. */
  jitter?: () => number;
};

export type TransactionOptions = Patience & {
  isolation?: IsolationLevel;
  /** The work may run again although it may already be committed (it carries its own idempotency key). Default false. */
  isRepeatable?: boolean;
};

/**
 * Runs `work` in a transaction, again after a serialization failure, a deadlock or a lost connection.
 * A connection lost during COMMIT leaves the outcome unknown: that is thrown, not repeated, unless `isRepeatable`.
 * Throws what `work` or the database threw last; `work` must have no effect outside the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const { isRepeatable = false } = options;
  return tryAgain(
    () => tryOnce(db, work, options.isolation),
    ({ isCommitting }) => isRepeatable || !isCommitting,
    options,
  );
}

/** Runs `work`, whose effect is the same however often it runs, again after the same failures; it opens no transaction. */
export async function inRepeats<T>(work: () => Promise<T>, options: Patience = {}): Promise<T> {
  const run = (): Promise<Tried<T>> =>
    work().then(
      (result) => ({ isDone: true, result }),
      (error: unknown) => ({ isDone: false, error, isCommitting: false }),
    );
  return tryAgain(run, () => true, options);
}

/** Runs again what failed without an effect. */
export async function tryAgain<T>(
  run: () => Promise<Tried<T>>,
  mayRepeatLost: (failed: Failed) => boolean,
  { attempts = 5, pauseMs = 10, jitter = Math.random }: Patience,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const tried = await run();
    if (tried.isDone) return tried.result;
    const mayRepeat = isRolledBack(tried.error) || (isConnectionLost(tried.error) && mayRepeatLost(tried));
    if (!mayRepeat || attempt >= attempts) throw tried.error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** (attempt - 1) * jitter()));
  }
}

type Failed = { isDone: false; error: unknown; isCommitting: boolean };
export type Tried<T> = { isDone: true; result: T } | Failed;

async function tryOnce<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
  isolation: IsolationLevel | undefined,
): Promise<Tried<T>> {
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
    // On a lost connection the rollback fails too and would hide why the work failed.
    return { isDone: false, error: workError ? workError.thrown : error, isCommitting };
  }
}
