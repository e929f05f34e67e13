import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type DatabaseOptions, openDatabase, openPool, type PoolStatus } from './connection/client.ts';
import { errorCode } from './connection/database-errors.ts';
import { probeSession } from './connection/pooler.ts';
import { StartError } from './connection/start-error.ts';
import { type EmbeddedOptions, hasCluster, startEmbedded } from './embedded/start-embedded.ts';
import { findNewerMigrations, migrate, readAppliedMigrations } from './migrate.ts';
import type { Database } from './schema.ts';

/** Options that say which database to open, and how. */
export type OpenOptions = EmbeddedOptions & {
  /** The URL of the operator's own PostgreSQL. If undefined, the embedded one runs with its data under `dataDir`. */
  databaseUrl?: string | undefined;
  pool?: DatabaseOptions;
  /**
   * Whether to refuse a PostgreSQL that may lose committed data, because its setting fsync, synchronous_commit or
   * full_page_writes is off. Default false.
   */
  mustBeDurable?: boolean;
  /**
   * Whether to refuse an empty database at `databaseUrl` while `dataDir` has the data of an embedded PostgreSQL.
   * Default false.
   */
  mustBeMoved?: boolean;
  /** Called with a short line about each completed step of opening the database. */
  onStage?: (line: string) => void;
  /**
   * Called with the names of the migrations that only a later release has, if this release can use the database in
   * spite of them.
   */
  onNewerSchema?: (names: string[]) => void;
};

export type OpenedDatabase = {
  db: Kysely<Database>;
  url: string;
  poolStatus: () => PoolStatus;
  /** Closes the connection pool, then stops PostgreSQL if it is the embedded one. */
  stop: () => Promise<void>;
  /** Tells the embedded PostgreSQL to stop, without waiting for it. For a process that must end at once. */
  abandon: () => void;
};

const CONNECT_TIMEOUT_MS = 5_000;

function parseAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address && /^postgres(ql)?:$/.test(address.protocol)) return address;
  throw new StartError(
    'DATABASE_URL is not an address of PostgreSQL: write postgres://user:password@host:5432/database',
  );
}

function explainFailure(error: unknown, target: string): string {
  const code = errorCode(error);
  if (code === '28P01' || code === '28000') return `${target} refuses the user or password: correct DATABASE_URL`;
  if (code === '3D000') return `${target} does not exist on that server: create the database, or correct DATABASE_URL`;
  const reason = code || (error instanceof Error ? error.message : String(error));
  return `cannot reach ${target} (${reason}): start that PostgreSQL, or correct DATABASE_URL (unset it to run our own)`;
}

/**
 * Makes a test connection to the database. Returns the name of the database as `host:port/database`, and whether a
 * pooler is in front of it.
 * @throws StartError, whose message never contains the password
 */
export async function reachDatabase(url: string): Promise<{ target: string; isPooled: boolean }> {
  const { hostname, port, pathname } = parseAddress(url);
  const target = `${hostname || 'localhost'}:${port || 5432}${pathname}`;
  try {
    return { target, ...(await probeSession(url, CONNECT_TIMEOUT_MS)) };
  } catch (error) {
    throw error instanceof StartError ? error : new StartError(explainFailure(error, target));
  }
}

async function runMigrations(url: string, isPooled: boolean, options: OpenOptions): Promise<void> {
  const { onStage, onNewerSchema } = options;
  const db = openDatabase(url, { max: 2, isPooled });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) onStage?.(`migrated: ${applied.join(', ')}`);
    const newer = await findNewerMigrations(db);
    if (newer.length > 0) onNewerSchema?.(newer);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`the database could not be migrated (nothing was changed): ${reason}`);
  } finally {
    await db.destroy();
  }
}

async function requireDurability(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
  `.execute(db);
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(' and ');
  throw new StartError(`this PostgreSQL has ${names} off and would lose bookings when power fails: switch it on`);
}

/**
 * Refuses an empty external database if the embedded PostgreSQL has data that were not moved to it. Otherwise the
 * server would take orders in the empty database as if all seats were free.
 * @throws StartError that says what to do
 */
export async function requireMovedData(db: Kysely<Database>, dataDir: string): Promise<void> {
  if (!hasCluster(dataDir) || (await readAppliedMigrations(db)).length > 0) return;
  throw new StartError(
    `the database of DATABASE_URL is empty, but ${resolve(dataDir)} has data of the embedded PostgreSQL: move them first ` +
      '(docs/operating.md, "Move to your own PostgreSQL"), or unset DATABASE_URL. ' +
      `To begin empty, move ${join(resolve(dataDir), 'postgres')} away`,
  );
}

async function findOrStart(
  options: OpenOptions,
  onStage: (line: string) => void,
): Promise<Omit<OpenedDatabase, 'db' | 'poolStatus'> & { isPooled: boolean }> {
  if (options.databaseUrl) {
    const { target, isPooled } = await reachDatabase(options.databaseUrl);
    onStage(`PostgreSQL at ${target}${isPooled ? ', through a connection pooler' : ''}`);
    return { isPooled, url: options.databaseUrl, stop: async () => {}, abandon: () => {} };
  }
  const embedded = await startEmbedded(options);
  onStage(embedded.isTakenOver ? `own PostgreSQL taken over (process ${embedded.pid})` : 'own PostgreSQL started');
  return { isPooled: false, ...embedded };
}

/**
 * Opens and migrates the configured database: `databaseUrl` if it is set, otherwise the embedded PostgreSQL under
 * `dataDir`.
 * @throws StartError if the database cannot be opened, in which case nothing is left running
 */
export async function openConfiguredDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const onStage = options.onStage ?? (() => {});
  const { url, stop, abandon, isPooled } = await findOrStart(options, onStage);
  const { db, poolStatus } = openPool(url, { ...options.pool, isPooled });
  const stopAll = async () => {
    await db.destroy();
    await stop();
  };
  try {
    if (options.databaseUrl && options.mustBeMoved) await requireMovedData(db, options.dataDir);
    await runMigrations(url, isPooled, options);
    if (options.mustBeDurable) await requireDurability(db);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return { db, url, poolStatus, stop: stopAll, abandon };
}
