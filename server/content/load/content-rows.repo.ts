import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import type { LoadedRow } from './merge-fields.ts';

/**
 * Reads what the last content load recorded about rows of one kind, such as `courses` or `batch`: what it read from the
 * content and what it wrote. Returns a map by the key of the row.
 */
export async function readLoadedRows(db: Kysely<Database>, kind: string): Promise<Map<string, LoadedRow>> {
  const rows = await db
    .selectFrom('content_rows')
    .select(['key', 'content', 'written'])
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ key, ...loaded }) => [key, loaded]));
}

/**
 * The highest id of the rows of one kind, such as `discounts`, that the last content load recorded; 0 if it recorded
 * none. Only for kinds whose `key` in `content_rows` is the numeric id.
 */
export async function highestLoadedId(db: Kysely<Database>, kind: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(max(key::integer), 0) as id from content_rows where kind = ${kind}`.execute(db);
  return rows[0]?.id ?? 0;
}

/**
 * True if an earlier content load has recorded the rows that it wrote. Records about batches and CMS documents do not
 * count: migration 0037 added them to databases in which no load had recorded anything.
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
 * Records what a content load wrote into rows of one kind, for the next load. Deletes the records about rows that are
 * not in `rows`.
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
