import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import { StartError } from './connection/start-error.ts';
import type { Database } from './schema.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** The names of this release's migrations, in the order in which they are applied. */
export async function listMigrations(folder: string = MIGRATIONS): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return files.map((name) => name.replace(/\.sql$/, ''));
}

/** The names of the migrations that were applied to a database, in order. */
export async function readAppliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows: found } = await sql<{ found: string | null }>`select to_regclass('kysely_migration') as found`.execute(
    db,
  );
  if (!found[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The applied migrations that are later than all migrations of this release. */
export async function findNewerMigrations(db: Kysely<Database>, folder: string = MIGRATIONS): Promise<string[]> {
  const last = (await listMigrations(folder)).at(-1) ?? '';
  return (await readAppliedMigrations(db)).filter((name) => name > last);
}

/** Returns the name of the migration that a release must have to use this database; '' if every release can use it. */
async function readRequiredMigration(db: Kysely<Database>): Promise<string> {
  const table = await sql<{ found: string | null }>`select to_regclass('schema_compatibility') as found`.execute(db);
  if (!table.rows[0]?.found) return '';
  const { rows } = await sql<{ requires: string }>`select requires from schema_compatibility`.execute(db);
  return rows[0]?.requires ?? '';
}

/**
 * Says why a release cannot use a database: a later release has removed something that the older one needs. Null if the
 * release can use the database. `own`: the migrations of the release. `applied`: those of the database.
 */
export async function whyOutdated(
  db: Kysely<Database>,
  { own, applied }: { own: readonly string[]; applied: readonly string[] },
): Promise<string | null> {
  const last = own.at(-1) ?? '';
  if (!applied.some((name) => name > last)) return null;
  const required = await readRequiredMigration(db);
  if (required <= last) return null;
  return `this database needs a later release, one with the migration ${required}: install it, or restore a backup from before the upgrade`;
}

/**
 * Returns the names of applied migrations that this release does not have, because later releases added them. Such
 * migrations only add to the schema, unless one of them declares otherwise (decision 112, "Let a release run on the
 * schema of the next one").
 * @throws StartError if a later migration has removed something that this release needs
 */
async function requireCompatible(db: Kysely<Database>, folder: string): Promise<string[]> {
  const [own, applied] = [await listMigrations(folder), await readAppliedMigrations(db)];
  const reason = await whyOutdated(db, { own, applied });
  if (reason) throw new StartError(reason);
  return findNewerMigrations(db, folder);
}

/**
 * Provides the migrations of `folder`, and an empty migration for each name in `newer`, the migrations that only a
 * later release has. Without the empty ones, the migrator would fail because applied migrations are missing.
 */
function sqlFiles(folder: string, newer: readonly string[]): MigrationProvider {
  const run = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) });
  return {
    async getMigrations() {
      const names = await listMigrations(folder);
      const own = names.map(async (name) => [name, run(await readFile(join(folder, `${name}.sql`), 'utf8'))] as const);
      return Object.fromEntries([...(await Promise.all(own)), ...newer.map((name) => [name, run('')] as const)]);
    },
  };
}

/**
 * Applies the pending files of `migrations/` in the order of their names, all in one transaction: if one fails, nothing
 * is changed. Several processes can call this function at once, because it takes a lock. Returns the names of the
 * applied migrations. `upTo`: the last migration to apply, by default the last one of this release.
 * @throws Error naming the migration that failed
 * @throws StartError if a later release has changed the database in a way that this release cannot work with
 */
export async function migrate(db: Kysely<Database>, folder: string = MIGRATIONS, upTo?: string): Promise<string[]> {
  const provider = sqlFiles(folder, await requireCompatible(db, folder));
  const migrator = new Migrator({ db, provider });
  const { error, results = [] } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(failed ? `migration ${failed.migrationName}: ${reason}` : reason, { cause: error });
  }
  return results.map((result) => result.migrationName);
}
