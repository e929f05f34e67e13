import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type RowsOf, runPipelined } from '../connection/pipeline.ts';
import type { Database, Tx } from '../schema.ts';
import { type Attempt, type TransactionOptions, withRetriesWhile } from './transaction.ts';

type Send = <const Statements extends ReadonlyArray<RawBuilder<unknown>>>(
  statements: Statements,
) => Promise<RowsOf<Statements>>;

/**
 * A transaction that saves round trips: it sends its first statements together with BEGIN, and its last statements
 * together with COMMIT.
 */
export type PipelinedTransaction = {
  /**
   * Sends statements in one round trip. The first call sends BEGIN together with its statements, which run even if
   * BEGIN fails, for example after a timeout. So the first call may only lock rows, read rows and delete expired rows.
   */
  run: Send;
  /**
   * The transaction, to be passed to functions that run queries themselves. Use it only between the first `run` and
   * `commit`.
   */
  tx: Tx;
  /** Sends the last statements together with COMMIT. If one of these statements fails, everything is rolled back. */
  commit: Send;
};

async function tryPipelined<T>(
  connection: Kysely<Database>,
  work: (transaction: PipelinedTransaction) => Promise<T>,
): Promise<Attempt<T>> {
  let isBegun = false;
  let isCommitting = false;
  const send: Send = async (statements) => {
    const before = isBegun ? [] : [sql`begin`];
    const after = isCommitting ? [sql`commit`] : [];
    isBegun = true;
    const rows = await runPipelined(connection, [...before, ...statements, ...after]);
    return rows.slice(before.length, before.length + statements.length) as RowsOf<typeof statements>;
  };
  try {
    const result = await work({
      run: send,
      // The cast is needed because Kysely has not sent the BEGIN itself, so it does not know that this connection is in
      // a transaction.
      tx: connection as Tx,
      commit: (statements) => {
        isCommitting = true;
        return send(statements);
      },
    });
    if (!isCommitting) throw new Error('a transaction was not committed');
    return { isDone: true, result };
  } catch (error) {
    // After a lost connection, the rollback fails too. Ignore its error, because it would hide the original error.
    await sql`rollback`.execute(connection).catch(() => {});
    return { isDone: false, error, isCommitting };
  }
}

/**
 * Like `inTransaction`, but with fewer round trips. Use it if the text of each statement does not depend on the results
 * of the others.
 */
export async function inPipelinedTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: PipelinedTransaction) => Promise<T>,
  options: Omit<TransactionOptions, 'isolation'> = {},
): Promise<T> {
  const attempt = () =>
    db
      .connection()
      .execute((connection) => tryPipelined(connection, work))
      .catch((error: unknown): Attempt<T> => ({ isDone: false, error, isCommitting: false }));
  return withRetriesWhile(attempt, ({ isCommitting }) => options.isRepeatable === true || !isCommitting, options);
}
