import { type Insertable, sql } from 'kysely';
import type { Database, Db } from '../db/schema.ts';

type Reports = 'session_logs' | 'page_logs' | 'client_errors';
const tables: readonly Reports[] = ['session_logs', 'page_logs', 'client_errors'];
const batchSize = 5_000;

export async function insertSessionLog(db: Db, row: Insertable<Database['session_logs']>): Promise<void> {
  await db.insertInto('session_logs').values(row).execute();
}

export async function insertPageLog(db: Db, row: Insertable<Database['page_logs']>): Promise<void> {
  await db.insertInto('page_logs').values(row).execute();
}

export async function insertClientError(db: Db, row: Insertable<Database['client_errors']>): Promise<void> {
  await db.insertInto('client_errors').values(row).execute();
}

/** Deletes the page reports that are older than the time `before`, in batches, so that no statement takes long. */
export async function deleteReportsBefore(db: Db, before: Date): Promise<void> {
  for (const table of tables) {
    let deleted = batchSize;
    while (deleted === batchSize) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where id in
        (select id from ${sql.table(table)} where at < ${before} order by at limit ${batchSize})`.execute(db);
      deleted = Number(numAffectedRows);
    }
  }
}
