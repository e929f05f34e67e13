import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { emptyObjects, pick, removeRow, type TableRows, toFields, toRow } from './load-rows.ts';
import { isSame } from './merge-fields.ts';
import { upsertRows } from './upsert-rows.ts';

type Row = Readonly<Record<string, unknown>>;

/** Locks a row and reads it, so that a concurrent change, such as of a booking setting, is not undone. */
async function readRow(tx: Tx, { table, key }: TableRows, planned: Row): Promise<Row | undefined> {
  const where = sql.join(
    key.map((column) => sql`${sql.ref(column)}::text = ${String(planned[column])}`),
    sql` and `,
  );
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where ${where} for no key update`.execute(tx);
  return rows[0]?.row;
}

/**
 * Returns the row to write: the stored row with the values of `after` in the fields that the publication changes, that
 * is, in which `before` and `after` differ.
 */
function mergeRow({ key }: TableRows, stored: Row, before: Row, after: Row): Row {
  const columns = Object.keys(after);
  const others = columns.filter((column) => !key.includes(column));
  const [from, to, present] = [before, after, stored].map((row) => toFields(row, others)) as [Row, Row, Row];
  const names = new Set([...Object.keys(from), ...Object.keys(to), ...Object.keys(present)]);
  const fields = [...names].map((name) => [name, isSame(from[name], to[name]) ? present[name] : to[name]] as const);
  return { ...pick(after, key), ...emptyObjects(after, columns), ...toRow(Object.fromEntries(fields)) };
}

/**
 * Writes the differences between `before` and `after`, the planned rows of a table before and after a publication. The
 * record of the last content load is not updated, so the next load keeps these differences, like changes by staff.
 */
export async function writeDifference(tx: Tx, before: TableRows, after: TableRows): Promise<void> {
  const { table, key, whenRemoved } = after;
  const keyOf = (row: Row) => key.map((column) => String(row[column])).join('/');
  const old = new Map(before.rows.map((row) => [keyOf(row), row]));
  const kept = new Set(after.rows.map(keyOf));
  for (const [id, row] of old) if (!kept.has(id)) await removeRow(tx, table, pick(row, key), whenRemoved);
  for (const row of after.rows) {
    const from = old.get(keyOf(row));
    if (from && isSame(from, row)) continue;
    const stored = from && (await readRow(tx, after, row));
    await upsertRows(tx, table, key, [stored ? mergeRow(after, stored, from, row) : row]);
  }
}
