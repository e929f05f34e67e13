import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { LoadedRow } from './merge-fields.ts';

/** The rows of one kind that the last load wrote, by key. */
export async function readLoadedRows(db: Kysely<Database>, kind: string): Promise<Map<string, LoadedRow>> {
  const rows = await db
    .selectFrom('content_rows')
    .select(['key', 'content', 'written'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ key, ...loaded }) => [key, loaded]));
}

/**
 * Whether an earlier load has recorded the rows that it wrote. Batches and documents do not count, because migration 0037
 * recorded them for the loads before it.
 */
export async function hasLoadedRows(db: Kysely<Database>): Promise<boolean> {
  const found = await db
    .selectFrom('content_rows')
    .select('kind')
    .where('kind', 'not in', ['batch', 'cms_documents'])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores what a load wrote, for the next load. Deletes what is stored about rows of this kind that are not in `rows`.
 */
export async function saveLoadedRows(tx: Tx, kind: string, rows: ReadonlyMap<string, LoadedRow>): Promise<void> {
  const json = JSON.stringify([...rows].map(([key, loaded]) => ({ kind, key, ...loaded })));
  await tx
    .deleteFrom('content_rows')
    .where('kind', '=', kind)
    .where(sql<boolean>`key <> all(${[...rows.keys()]}::text[])`)
    .execute();
  await sql`
    insert into content_rows (kind, key, content, written)
    select kind, key, content, written from jsonb_populate_recordset(null::content_rows, ${json}::jsonb)
    on conflict (kind, key) do update set content = excluded.content, written = excluded.written
    where (content_rows.content, content_rows.written) is distinct from (excluded.content, excluded.written)`.execute(
    tx,
  );
}
