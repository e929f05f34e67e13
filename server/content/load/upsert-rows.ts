import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';

export type ContentTable =
  | 'departments'
  | 'courses'
  | 'packages'
  | 'package_courses'
  | 'discounts'
  | 'booking_groups'
  | 'notices'
  | 'cms_documents'
  | 'posts'
  | 'authors'
  | 'venues'
  | 'instructors';

/** Tables whose `updated_at` column must be set when a row changes. */
const datedTables: ReadonlySet<ContentTable> = new Set(['cms_documents', 'courses', 'departments']);

/**
 * Inserts rows, or updates those that differ, in one statement. Equal rows are not written. All rows must have the same
 * keys, which are the table's columns; JSON columns take plain values. Returns the number of written rows.
 */
export async function upsertRows(
  transaction: Tx,
  table: ContentTable,
  key: string[],
  rows: ReadonlyArray<Record<string, unknown>>,
): Promise<number> {
  const [first] = rows;
  if (!first) return 0;
  const list = (names: string[], of?: string) => sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)));
  const names = Object.keys(first);
  const others = names.filter((name) => !key.includes(name));
  const touch = datedTables.has(table) ? sql`, updated_at = now()` : sql``;
  const result = await sql`
    insert into ${sql.table(table)} (${list(names)})
    select ${list(names)} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
    on conflict (${list(key)}) do update set (${list(others)}) = row(${list(others, 'excluded')})${touch}
    where (${list(others, table)}) is distinct from (${list(others, 'excluded')})`.execute(transaction);
  return Number(result.numAffectedRows ?? 0);
}
