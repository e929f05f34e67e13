import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { readLoadedRows } from '../load/content-rows.repo.ts';
import { toFields } from '../load/load-rows.ts';
import { isSame } from '../load/merge-fields.ts';
import type { ContentTable } from '../load/upsert-rows.ts';
import { exportedLists, exportedTables, type Files, type Json, type Row } from './exported-tables.ts';

const keyColumns: Partial<Record<ContentTable, string[]>> = {
  cms_documents: ['key'],
  package_courses: ['package_id', 'course_id'],
};

/** Sets a field of an entry by the field's path, such as `body.page_title`. The value undefined removes the field. */
function setField(entry: Json, name: string, value: unknown): void {
  const [first = '', ...rest] = name.split('.');
  if (rest.length > 0 && typeof entry[first] === 'object' && entry[first] !== null)
    setField(entry[first] as Json, rest.join('.'), value);
  else if (value === undefined) delete entry[name];
  else entry[name] = value;
}

/** Finds the changes that staff have made in one table since the last content load. */
async function findChanges(db: Kysely<Database>, table: ContentTable) {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t order by 1`.execute(db);
  const columns = keyColumns[table] ?? ['id'];
  const loaded = await readLoadedRows(db, table);
  const present = new Map(rows.map(({ row }) => [columns.map((column) => String(row[column])).join('/'), row]));
  const changed = [...present].flatMap(([key, row]) => {
    const written = loaded.get(key)?.written;
    if (!written) return [];
    const others = Object.keys(row).filter((column) => !columns.includes(column) && column !== 'updated_at');
    const now = toFields(row, others);
    const names = [...new Set([...Object.keys(now), ...Object.keys(written)])];
    const fields = names.filter((name) => !isSame(now[name], written[name])).map((name) => [name, now[name]] as const);
    return fields.length > 0 ? [{ key, row, written, fields }] : [];
  });
  const added = [...present].filter(([key]) => !loaded.has(key)).map(([key, row]) => ({ key, row }));
  const deleted = [...loaded].filter(([key]) => !present.has(key)).map(([key, { written }]) => ({ key, row: written }));
  return { present, loaded, changed, added, deleted };
}

/**
 * Whether a row is inactive, like the rows of documents that were removed from the content. Inactive rows stay in the
 * database, but must not be exported as if staff had added them.
 */
const isInactive = ({ is_active, status }: Row) => is_active === false || status === 'inactive';

/**
 * The ids of the documents that editors added in the console. Exports include these documents even after they are
 * withdrawn.
 */
async function readAddedDocuments(db: Kysely<Database>, kind: ContentTable): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('content_versions')
    .select('document')
    .where('kind', '=', kind)
    .where('before', 'is', null)
    .execute();
  return new Set(rows.map(({ document }) => document));
}

/**
 * Writes the staff's changes of rows that have entries of their own in the content files, such as courses. Returns in
 * `entries` the entries that it has added to the files, and in `left` the changes that cannot be written.
 */
async function writeTables(db: Kysely<Database>, files: Files): Promise<{ left: string[]; entries: Set<Json> }> {
  const left: string[] = [];
  const entries = new Set<Json>();
  for (const { table, find, add, link, remove, replace, toFile } of exportedTables) {
    const { present, loaded, changed, added, deleted } = await findChanges(db, table);
    // Find the rows that a content load kept because staff had changed them or because they were in use, although the
    // content files no longer contain them.
    const kept = [...present]
      .filter(([key, row]) => add && loaded.has(key) && !isInactive(row) && !find(files, key))
      .map(([key, row]) => ({ key, row }));
    for (const { row } of kept) add?.(files, row);
    const ofEditors = added.length > 0 ? await readAddedDocuments(db, table) : new Set();
    for (const { key, row } of added) {
      if (isInactive(row) && !ofEditors.has(key)) continue;
      if (add) add(files, row);
      else left.push(`${table} ${key}, which staff added`);
    }
    if (link) for (const { row } of [...kept, ...added]) link(files, row);
    for (const { key } of [...kept, ...added]) {
      const entry = find(files, key);
      if (entry) entries.add(entry);
    }
    for (const { key, fields } of changed) {
      for (const [field, value] of fields) {
        const entry = find(files, key);
        const named = entry && toFile(field, value, files);
        if (entry && named) for (const [name, one] of named) setField(entry, name, one);
        else if (replace && field === 'body') replace(files, key, value);
        else left.push(`${table} ${key}: ${field}`);
      }
    }
    for (const { key } of deleted) {
      if (remove) remove(files, key);
      else left.push(`${table} ${key} was deleted by staff`);
    }
  }
  return { left, entries };
}

const byPosition = (one: Row, other: Row) => Number(one.position) - Number(other.position);

/**
 * Writes the lists inside entries of the content files, such as the discounts of a course: those that staff have
 * changed, and all lists of the new `entries`. Returns the changes that cannot be written.
 */
async function writeLists(db: Kysely<Database>, files: Files, entries: ReadonlySet<Json>): Promise<string[]> {
  const left: string[] = [];
  for (const { table, field, findOwner, toItem } of exportedLists) {
    const { present, changed, added, deleted } = await findChanges(db, table);
    const owners = new Set<Json>();
    for (const { key, row } of [...changed, ...added, ...deleted]) {
      const owner = findOwner(files, key, row);
      if (owner) owners.add(owner);
      else left.push(`${table} ${key}: changed by staff`);
    }
    for (const [key, row] of present) {
      const owner = findOwner(files, key, row);
      if (owner && entries.has(owner)) owners.add(owner);
    }
    // If staff moved a row from one entry to another, also rewrite the list of the entry from which it was moved, so
    // that the row is removed there.
    for (const { key, written } of changed) {
      const owner = findOwner(files, key, written);
      if (owner) owners.add(owner);
    }
    for (const owner of owners) {
      const rows = [...present].filter(([key, row]) => findOwner(files, key, row) === owner).map(([, row]) => row);
      owner[field] = rows.toSorted(byPosition).map((row) => toItem(row, files));
    }
  }
  return left;
}

/**
 * Writes the changes that staff have made in the database into the parsed content files. Returns a line for each change
 * that cannot be written to a file.
 */
export async function writeRowChanges(db: Kysely<Database>, files: Files): Promise<string[]> {
  const { left, entries } = await writeTables(db, files);
  return [...left, ...(await writeLists(db, files, entries))];
}
