import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from 'kysely';
import type { Database } from './schema.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

function sqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
      const entries = names.map(async (name): Promise<[string, Migration]> => {
        const text = await readFile(join(folder, name), 'utf8');
        return [name.replace(/\.sql$/, ''), { up: async (db) => void (await sql.raw(text).execute(db)) }];
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

/**
 * Applies the pending files of `migrations/` in the order of their names, all in one transaction. A lock lets several
 * processes call this function at once. If a migration fails, nothing is changed. Returns the names of the applied
 * migrations.
 * @throws Error naming the migration that failed
 */
export async function migrate(db: Kysely<Database>, folder: string = MIGRATIONS): Promise<string[]> {
  const migrator = new Migrator({ db, provider: sqlFiles(folder) });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(failed ? `migration ${failed.migrationName}: ${reason}` : reason, { cause: error });
  }
  return results.map((result) => result.migrationName);
}
