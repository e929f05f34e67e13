import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import type { ContentFault } from '../files/content-fault.ts';
import { readLoadedRows, saveLoadedRows } from './content-rows.repo.ts';
import { type ContentChange, isSame, type LoadedRow, mergeFields, writtenAfter } from './merge-fields.ts';
import { hidingColumns, isHidden, readStaffPublications, type StaffPublication } from './staff-publications.repo.ts';
import { type ContentTable, upsertRows } from './upsert-rows.ts';

/**
 * A content load that is running. `changes` collects what it changes. `faults` collects what is wrong in the content; a
 * load with faults must be rolled back. `isFirst`: no earlier load has left a record. All existing rows then count as
 * written by loads of old releases, which recorded nothing.
 */
export type ContentLoad = {
  tx: Tx;
  overwritesStaff: boolean;
  changes: ContentChange[];
  faults: ContentFault[];
  isFirst?: boolean;
};

type Row = Readonly<Record<string, unknown>>;

/** The rows that a table should have according to the content. */
export type TableRows = {
  table: ContentTable;
  /** The columns of the table's key. */
  key: string[];
  /** What a row of this table is called in the printed result of the content load, such as `course`. */
  label: string;
  /**
   * The column with a readable name of the row, such as `course_code`. The printed result of the content load shows it
   * besides the key.
   */
  title?: string;
  rows: readonly Row[];
  /** What to do with rows that are no longer in the content: `delete` them, or set the given values in them. */
  whenRemoved: 'delete' | Row;
  /**
   * Returns the unit of a field. Fields of the same unit are kept or replaced together. By default, each field is a
   * unit of its own.
   */
  unitOf?: (field: string) => string;
  /**
   * Reads the keys of the rows of this table that other tables need, such as the authors whom posts name or the courses
   * of a package. The other tables must have been loaded before. A needed row stays, and is added again if staff
   * deleted it: without it, rows of the other tables could not be stored or would be incomplete.
   */
  readUsed?: (tx: Tx) => Promise<ReadonlySet<string>>;
  /**
   * Reads the keys of the rows whose parts in other tables staff have changed, such as the discounts of a course. These
   * rows count as changed by staff if the content no longer has them.
   */
  readWithChangedParts?: (tx: Tx) => Promise<ReadonlySet<string>>;
};

const isPlainObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Converts the columns of a row to fields. Each key of a JSON object becomes a field of its own: `detail.dress_code`.
 */
export function toFields(row: Row, columns: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.flatMap((column): [string, unknown][] => {
      const value = row[column];
      if (!isPlainObject(value)) return [[column, value]];
      return Object.entries(value).map(([name, one]) => [`${column}.${name}`, one]);
    }),
  );
}

/**
 * Converts fields such as `detail.dress_code` back to a row with JSON columns. In JSON columns, undefined fields are
 * left out.
 */
export function toRow(fields: Row): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const [column = '', ...names] = field.split('.');
    if (names.length === 0) row[column] = value;
    else if (value !== undefined) row[column] = { ...(row[column] as Row | undefined), [names.join('.')]: value };
  }
  return row;
}

/** Converts rows to the form in which the database returns them, so that equal values compare as equal. */
async function toStored(tx: Tx, table: ContentTable, rows: readonly Row[]): Promise<Row[]> {
  const { rows: stored } = await sql<{ row: Row }>`
    select to_jsonb(p) as row from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)
      with ordinality p`.execute(tx);
  return stored.map(({ row }) => row);
}

async function readStored(tx: Tx, table: ContentTable): Promise<Row[]> {
  // Lock `cms_documents`, because staff can change the booking settings, which are stored there, while a load runs.
  // The other content tables are changed only by publications, which wait for the load.
  const lock = table === 'cms_documents' ? sql`for no key update` : sql``;
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t ${lock}`.execute(tx);
  return rows.map(({ row }) => row);
}

/**
 * Adds to `planned` (the fields of a row in the content) those fields that only the stored row `present` has, with the
 * value undefined. Otherwise `mergeFields` would drop them without reporting it.
 */
function withDropped(planned: Row, present: Row): Row {
  const dropped = Object.keys(present).filter((field) => !(field in planned));
  return { ...planned, ...Object.fromEntries(dropped.map((field) => [field, undefined])) };
}

/** What the load of one row of the content depends on, besides the values of the row. */
type RowHistory = {
  /** The record of the last load about the row. */
  known: LoadedRow | undefined;
  /** What staff have done with the row since the last load. */
  publication: StaffPublication | undefined;
  /** Whether staff added the stored row, and its key is a pair of ids. */
  isStaffsPair: boolean;
  /** The title of the row in the content. */
  title: string | undefined;
};

/**
 * Returns the record of the last load about a row, adapted to what staff have done in the console. A field counts as
 * changed by staff if the stored row differs from the record. Therefore, the record gets the values of the content:
 * - in the columns that hide a row, if staff have taken the row off the site or put it on the site since the last load.
 *   The row may look again as that load wrote it, but what staff did last must stay.
 * - in all fields, if no load has recorded the row because staff added it, and the content has it from an export. This
 *   applies if staff have since then taken it off the site, put it on the site or, if `isStaffsPair`, changed it.
 * If the title of the content's row is none that the row of staff ever had, the row is not from an export: the content
 * has given something new the same id. `row` and `planned`: the row in the content, and its fields.
 */
function recordOf(row: Row, planned: Row, history: RowHistory): LoadedRow | undefined {
  const { known, publication, isStaffsPair, title } = history;
  if (known) {
    const columns = hidingColumns.filter((column) => column in planned);
    return publication ? { ...known, written: { ...known.written, ...pick(planned, columns) } } : known;
  }
  const { isWithdrawn = false, titles = new Set() } = publication ?? {};
  const isFromExport = title === undefined || titles.size === 0 || titles.has(title);
  const isStaffs = publication && isFromExport && (isWithdrawn || isHidden(row));
  return isStaffs || isStaffsPair ? { content: planned, written: planned } : undefined;
}

/**
 * Loads the rows of one table:
 * - New rows are added.
 * - In existing rows, fields that staff changed keep their values (decision 142, "Never load over what staff changed"),
 *   and what staff withdrew stays withdrawn.
 * - Rows that the content no longer has are removed if an earlier load wrote them. They stay if they are in use
 *   (`readUsed`), or if staff changed them or published them again. Rows that staff added are never removed.
 * With `overwritesStaff`, the content replaces what staff changed, and rows that staff changed or published again are
 * removed too.
 */
export async function loadRows(
  load: ContentLoad,
  { table, key, label, title, rows, whenRemoved, unitOf, readUsed, readWithChangedParts }: TableRows,
): Promise<void> {
  const { tx, overwritesStaff, changes, faults, isFirst = false } = load;
  const columns = Object.keys(rows[0] ?? (await readStored(tx, table))[0] ?? {});
  const others = columns.filter((column) => !key.includes(column));
  const keyOf = (row: Row) => key.map((column) => String(row[column])).join('/');
  const nameOf = (row: Row) => `${label} ${keyOf(row)}${title ? ` (${String(row[title])})` : ''}`;
  const isRetired = (row: Row) => whenRemoved !== 'delete' && isSame(pick(row, Object.keys(whenRemoved)), whenRemoved);
  // Whether staff added the row, because no load has recorded it. Always false for rows marked as removed, because a
  // load deletes its record of a row when it marks the row.
  const isAddedByStaff = (row: Row) => !isFirst && !known.has(keyOf(row)) && !isRetired(row);
  // A row whose key is a pair of ids, such as those of a package and its course, is the stored row with this key, even
  // if staff added the stored one. With any other key, the two may be different things that got the same id.
  const isPair = key.length > 1;
  const present = new Map((await readStored(tx, table)).map((row) => [keyOf(row), row]));
  const known = await readLoadedRows(tx, table);
  const publications = await readStaffPublications(tx, table, title);
  const used = (await readUsed?.(tx)) ?? new Set();
  const withChangedParts = (isFirst ? undefined : await readWithChangedParts?.(tx)) ?? new Set();
  const loaded = new Map<string, LoadedRow>();
  const targets: Row[] = [];
  for (const row of await toStored(tx, table, rows)) {
    const id = keyOf(row);
    const planned = toFields(row, others);
    const current = present.get(id);
    const isStaffsPair = isPair && current !== undefined && isAddedByStaff(current);
    const before = recordOf(row, planned, {
      ...{ known: known.get(id), publication: publications.get(id), isStaffsPair },
      title: title === undefined ? undefined : String(row[title]),
    });
    if (!current && before && whenRemoved === 'delete' && !overwritesStaff && !used.has(id)) {
      changes.push({ action: 'kept', name: nameOf(row), note: 'staff deleted it' });
      loaded.set(id, { ...before, content: planned });
      continue;
    }
    if (!current) {
      changes.push({ action: 'added', name: nameOf(row) });
      targets.push(pick(row, columns));
      loaded.set(id, { content: planned, written: planned });
      continue;
    }
    const fields = toFields(current, others);
    const merged = mergeFields(withDropped(planned, fields), fields, before, overwritesStaff, unitOf);
    if (merged.changed.length > 0 && !before && isAddedByStaff(current)) {
      if (!overwritesStaff) {
        const reason =
          `${nameOf(current)} was added by staff: give yours another id, or replace theirs with ` +
          '"landfall content load --overwrite-staff-changes"';
        faults.push({ file: '', path: '', reason });
        continue;
      }
      merged.overwritten.push(...merged.changed.splice(0));
    }
    for (const action of ['changed', 'kept', 'overwritten'] as const)
      if (merged[action].length > 0) changes.push({ action, name: nameOf(current), fields: merged[action] });
    targets.push({ ...pick(row, key), ...emptyObjects(row, columns), ...toRow(merged.target) });
    loaded.set(id, { content: planned, written: writtenAfter(merged.target, merged.kept, before) });
  }
  await upsertRows(tx, table, key, targets);
  for (const [id, row] of present) {
    const written = known.get(id)?.written;
    if (loaded.has(id) || (!written && !isFirst)) continue;
    if (isRetired(row)) continue;
    const earlier = known.get(id);
    if (used.has(id)) {
      changes.push({ action: 'kept', name: nameOf(row), note: 'not in the content any more, but still in use' });
      // Keep the record. Without it, the row would count as added by staff, and later loads could neither change nor
      // remove it.
      if (earlier) loaded.set(id, earlier);
      continue;
    }
    const isChanged =
      withChangedParts.has(id) || (written !== undefined && !isSame(written, definedFields(toFields(row, others))));
    const isStaffs = isChanged || publications.has(id);
    if (isStaffs && !overwritesStaff) {
      const note = `not in the content any more, but staff ${isChanged ? 'changed it' : 'published it again'}`;
      changes.push({ action: 'kept', name: nameOf(row), note });
      // If staff published the row again, it must count as theirs in later loads. If rows of the table can be hidden,
      // record that the last load hid the row, so that a row that is shown counts as changed by staff. Otherwise keep
      // no record, as if staff had added the row.
      if (earlier && isChanged) loaded.set(id, earlier);
      else if (earlier && whenRemoved !== 'delete')
        loaded.set(id, { ...earlier, written: { ...earlier.written, ...whenRemoved } });
      continue;
    }
    changes.push({ action: isStaffs ? 'overwritten' : 'removed', name: nameOf(row) });
    await removeRow(tx, table, pick(row, key), whenRemoved);
  }
  // Keep the records of used rows that staff deleted, so that they stay deleted if the content has them again.
  for (const [id, earlier] of known) if (used.has(id) && !present.has(id) && !loaded.has(id)) loaded.set(id, earlier);
  await saveLoadedRows(tx, table, loaded);
}

export const pick = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.map((column) => [column, row[column]]));

const definedFields = (fields: Row): Row => JSON.parse(JSON.stringify(fields));

/** Returns `{}` for each JSON column of a row, so that a JSON column that has no fields left is written as `{}`. */
export const emptyObjects = (row: Row, columns: readonly string[]): Row =>
  Object.fromEntries(columns.filter((column) => isPlainObject(row[column])).map((column) => [column, {}]));

/** Deletes a row that is no longer in the content, or sets the values that mark it as removed. */
export async function removeRow(tx: Tx, table: ContentTable, key: Row, whenRemoved: 'delete' | Row): Promise<void> {
  const where = sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)}::text = ${String(value)}`),
    sql` and `,
  );
  if (whenRemoved === 'delete') await sql`delete from ${sql.table(table)} where ${where}`.execute(tx);
  else {
    const values = Object.entries(whenRemoved).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(values)} where ${where}`.execute(tx);
  }
}
