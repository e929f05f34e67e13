import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../schema.ts';
import { createPreparedPool } from './prepared-pool.ts';

/** Options of a connection pool. Times in milliseconds; 0 disables a timeout. */
export type DatabaseOptions = {
  /** Maximum number of connections; more would only queue for the same locked rows. Default 10. */
  max?: number;
  /** Limit for a single statement. Default 15,000. */
  statementTimeoutMs?: number;
  /** Limit for a lock wait. Default 5,000. */
  lockTimeoutMs?: number;
  /** Limit for idle time in a transaction, whose locks would block others. Default 30,000. */
  idleTransactionTimeoutMs?: number;
  /** Limit for the wait for a connection, new or from the pool. Default 5,000. */
  connectTimeoutMs?: number;
  /** Called when an idle connection is lost. */
  onConnectionLost?: (error: Error) => void;
};

const DATE = pg.types.builtins.DATE;
const INT8 = pg.types.builtins.INT8;

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the safe integers`);
  return value;
}

const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (format !== 'binary' && oid === DATE) return (text: string) => text;
    if (format !== 'binary' && oid === INT8) return parseSafeInteger;
    return pg.types.getTypeParser(oid, format);
  },
};

/**
 * Creates a connection pool, which connects at the first query. Close it with `db.destroy()`.
 * Columns are read as: date → `YYYY-MM-DD` text, bigint → number (RangeError beyond safe integers), numeric → text,
 * timestamptz → Date.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  const onLost = options.onConnectionLost ?? (() => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: columnTypes,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs ?? 30_000,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: 'landfall',
    // Statements that do not need each other's results can share a round trip (`pipeline.ts`).
    pipeline: true,
    // Queries look up rows by key, so planning for particular values costs more than it saves. For random_page_cost see
    // decision 30.
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  });
  pool.on('error', onLost);
  // The pool does not listen for errors of a checked-out client. Without this listener, a connection lost between two queries
  // would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: createPreparedPool(pool) }) });
}
