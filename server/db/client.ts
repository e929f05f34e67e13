import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { preparingPool } from './prepared-pool.ts';
import type { Database } from './schema.ts';

/** What a pool may be told; times in milliseconds, 0 switches a timeout off. */
export type DatabaseOptions = {
  /** Connections at most; more only queue at the hot rows. Default 10. */
  max?: number;
  /** Longest single statement. Default 15,000. */
  statementTimeoutMs?: number;
  /** Longest wait for a lock. Default 5,000. */
  lockTimeoutMs?: number;
  /** Longest pause inside a transaction, whose locks would keep others waiting. Default 30,000. */
  idleTransactionTimeoutMs?: number;
  /** Longest wait for a connection, new or from the pool. Default 5,000. */
  connectTimeoutMs?: number;
  /** Hears of a connection that was lost while nobody used it. */
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
 * Opens a pool; nothing connects before the first query.
 * Values arrive as: date `YYYY-MM-DD` text, bigint number (RangeError beyond safe integers), numeric text, timestamptz Date.
 * Close with `db.destroy()`.
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
    // Statements that do not need each other's answers share a round trip (`together.ts`).
    pipeline: true,
    // Every query looks up by key: a plan for the values at hand costs more than it saves.
    options: '-c plan_cache_mode=force_generic_plan -c random_page_cost=1.1',
  });
  pool.on('error', onLost);
  // A client that is lost while checked out between two queries has no listener of the pool's: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
}
