import type { Kysely } from 'kysely';
import type { Database, Tx } from '../schema.ts';
import { inTransaction } from './transaction.ts';

/** Thrown to roll back a transaction after its function `work` has returned. Carries the result of `work`. */
class Discarded<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('the transaction is discarded');
    this.result = result;
  }
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result. Used to preview a change by the
 * same code that makes the change, so that the preview is exact.
 */
export async function inDiscardedTransaction<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, async (tx) => {
      throw new Discarded(await work(tx));
    });
  } catch (error) {
    if (error instanceof Discarded) return error.result as T;
    throw error;
  }
}
