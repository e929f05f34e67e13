import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../schema.ts';
import { createPreparedPool } from './prepared-pool.ts';

/** Options of a connection pool. Times are in milliseconds; 0 disables a timeout. */
export type DatabaseOptions = {
  /** Maximum number of connections, default 10. With more, statements would only wait for the same locked rows. */
  max?: number;
  /** Time limit of a single statement, in milliseconds. Default 15,000. */
  statementTimeoutMs?: number;
  /** Time limit for waiting for a lock, in milliseconds. Default 5,000. */
  lockTimeoutMs?: number;
  /**
   * How long a transaction may be idle, in milliseconds. The time is limited, because the locks of the transaction
   * block others. Default 30,000.
   */
  idleTransactionTimeoutMs?: number;
  /** Time limit for getting a connection, new or from the pool, in milliseconds. Default 5,000. */
  connectTimeoutMs?: number;
  /**
   * Whether a pooler such as PgBouncer is in front of PostgreSQL. A pooler does not pass on the timeouts that are set
   * here, so the timeouts that are set for the database role apply (`pooler.ts`).
   */
  isPooled?: boolean;
  /** Called when an idle connection is lost. */
  onConnectionLost?: (error: Error) => void;
};

/** How many connections a pool has, how many of them are idle, and how many callers wait for one. */
export type PoolStatus = { open: number; idle: number; waiting: number };

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
 * Planner settings of every database session. Queries look up rows by key, so planning them for particular values costs
 * more than it saves. The random_page_cost is explained in decision 30, "Plan queries with a random page cost of 1.1".
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' };

/** Switches off the timeouts of migrations, which may take long or wait for another process that is migrating. */
class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(db);
    await super.acquireMigrationLock(db, options);
  }
}

class Dialect extends PostgresDialect {
  override createAdapter() {
    return new MigrationAdapter();
  }
}

/** The settings with which a database session is opened. None are set through a pooler, which does not pass them on. */
function openingSettings(options: DatabaseOptions): pg.PoolConfig {
  if (options.isPooled) return {};
  return {
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: options.lockTimeoutMs ?? 5_000,
    idle_in_transaction_session_timeout: options.idleTransactionTimeoutMs ?? 30_000,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
}

/**
 * Creates a connection pool, which connects at the first query. Close it with `db.destroy()`.
 * Column types are read as follows: date as text `YYYY-MM-DD`, bigint as number (RangeError beyond the safe integers),
 * numeric as text, timestamptz as Date.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Kysely<Database> {
  return openPool(url, options).db;
}

/** Like `openDatabase`, but also returns a function that reads the status of the pool. */
export function openPool(
  url: string,
  options: DatabaseOptions = {},
): { db: Kysely<Database>; poolStatus: () => PoolStatus } {
  const onLost = options.onConnectionLost ?? (() => {});
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 10,
    types: columnTypes,
    ...openingSettings(options),
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    application_name: 'landfall',
    // Let statements that do not need each other's results share a round trip (`pipeline.ts`).
    pipeline: true,
  });
  pool.on('error', onLost);
  // The pool does not listen for errors of a client that is in use. Without this listener, a connection that is lost
  // between two queries would crash the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: new Kysely<Database>({ dialect: new Dialect({ pool: createPreparedPool(pool) }) }),
    poolStatus: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  };
}
