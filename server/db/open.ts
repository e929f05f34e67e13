import { type Kysely, sql } from 'kysely';
import { type DatabaseOptions, openDatabase } from './client.ts';
import { type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { reachDatabase } from './reach.ts';
import type { Database } from './schema.ts';
import { StartError } from './start-error.ts';

/** Where the database is and how it is opened. */
export type OpenOptions = EmbeddedOptions & {
  /** A PostgreSQL of the operator's; undefined runs our own under `dataDir`. */
  databaseUrl?: string | undefined;
  pool?: DatabaseOptions;
  /** Refuses a PostgreSQL that may forget what it acknowledged: fsync or synchronous_commit off. Default false. */
  mustBeDurable?: boolean;
  /** Hears what was done, one short line each. */
  onStage?: (line: string) => void;
};

export type OpenedDatabase = {
  db: Kysely<Database>;
  url: string;
  /** Closes the pool, then ends PostgreSQL where it is our own. */
  stop: () => Promise<void>;
};

async function migrateAlone(url: string, onStage: (line: string) => void): Promise<void> {
  // A migration may take its time, and waits for the one of another process.
  const db = openDatabase(url, { max: 2, statementTimeoutMs: 0, lockTimeoutMs: 0 });
  try {
    const applied = await migrate(db);
    if (applied.length > 0) onStage(`migrated: ${applied.join(', ')}`);
  } catch (error) {
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

async function locate(
  options: OpenOptions,
  onStage: (line: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (options.databaseUrl) {
    onStage(`PostgreSQL at ${await reachDatabase(options.databaseUrl)}`);
    return { url: options.databaseUrl, stop: async () => {} };
  }
  const embedded = await startEmbedded(options);
  onStage(embedded.isTakenOver ? `own PostgreSQL taken over (process ${embedded.pid})` : 'own PostgreSQL started');
  return embedded;
}

/**
 * Opens the configured database, migrated: `databaseUrl` when set, else our own PostgreSQL under `dataDir`.
 * Throws StartError (one line, exit code 1) when it cannot; nothing is left running then.
 */
export async function openConfiguredDatabase(options: OpenOptions): Promise<OpenedDatabase> {
  const onStage = options.onStage ?? (() => {});
  const { url, stop } = await locate(options, onStage);
  const db = openDatabase(url, options.pool);
  const stopAll = async () => {
    await db.destroy();
    await stop();
  };
  try {
    await migrateAlone(url, onStage);
    if (options.mustBeDurable) await requireDurability(db);
  } catch (error) {
    await stopAll();
    throw error;
  }
  return { db, url, stop: stopAll };
}
