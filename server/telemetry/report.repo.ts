import { type Insertable, sql } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

type Reports = 'session_logs' | 'page_logs' | 'client_errors';
type ErrorGroup = Insertable<Database['client_error_groups']>;
const tables: readonly Reports[] = ['session_logs', 'page_logs', 'client_errors'];
const batchSize = 5_000;

export async function insertSessionLog(db: Db, row: Insertable<Database['session_logs']>): Promise<void> {
  await db.insertInto('session_logs').values(row).execute();
}

export async function insertPageLog(db: Db, row: Insertable<Database['page_logs']>): Promise<void> {
  await db.insertInto('page_logs').values(row).execute();
}

/** Counts another report of a known error. Returns false if no error with this fingerprint is stored. */
export async function countClientError(db: Db, fingerprint: Buffer, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('client_error_groups')
    .set({ count: sql`count + 1`, last_at: at })
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Inserts a kind of error that is reported for the first time. If another process has just inserted the same one,
 * this only counts the report.
 */
export async function insertClientErrorGroup(db: Db, group: ErrorGroup): Promise<void> {
  await db
    .insertInto('client_error_groups')
    .values(group)
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ count: sql`client_error_groups.count + 1`, last_at: group.last_at }),
    )
    .execute();
}

/**
 * Deletes the reports that are older than `before`, some thousands at a time, so that no statement takes long. Also
 * deletes the errors that were last reported before that time.
 */
export async function deleteReportsBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('client_error_groups').where('last_at', '<', before).execute();
  for (const table of tables) {
    let deleted = batchSize;
    while (deleted === batchSize) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where at < ${before} order by at limit ${batchSize})`.execute(db);
      deleted = Number(numAffectedRows);
    }
  }
}
