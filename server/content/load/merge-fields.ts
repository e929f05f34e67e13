import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** A field whose value in the database (`before`) differs from the value that the content gives (`after`). */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** What a load has done with one row, for the report of the load. `name` identifies the row. */
export type ContentChange = {
  action: 'added' | 'changed' | 'removed' | 'kept' | 'overwritten' | 'note';
  name: string;
  fields?: FieldChange[];
  note?: string;
};

/** What the last content load read from the content for a row, and what it wrote into the row. */
export type LoadedRow = { content: Fields; written: Fields };

/** Whether two JSON values are equal, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one ?? null, other ?? null);

type Merged<F extends Fields> = {
  /** The values to write into the row. */
  target: F;
  /** Fields that staff did not change and that take a new value from the content. */
  changed: FieldChange[];
  /** Fields that staff changed and that therefore stay, although the content says something else. */
  kept: FieldChange[];
  /**
   * Fields that staff changed and that take the content's value nevertheless, because the load overwrites what staff
   * changed.
   */
  overwritten: FieldChange[];
};

/**
 * Merges the values that the content plans with the current row, field by field. If the current value of a field
 * differs from what the last load wrote, staff have changed the field. It then keeps its current value, unless
 * `overwritesStaff` is set. Without `loaded`, the record of the last load, nothing counts as changed by staff. Fields
 * of the same unit are kept or changed together.
 */
export function mergeFields<F extends Fields>(
  planned: F,
  current: F,
  loaded: LoadedRow | undefined,
  overwritesStaff: boolean,
  unitOf: (field: string) => string = (field) => field,
): Merged<F> {
  const changes: Pick<Merged<F>, 'changed' | 'kept' | 'overwritten'> = { changed: [], kept: [], overwritten: [] };
  const target: Record<string, unknown> = {};
  const differs = (field: string) => {
    // A column that the last load did not record is new in this release, so staff have not changed it. A field of a
    // JSON column, such as `detail.dress_code`, is different: if the row has it and the last load did not record it,
    // staff added it.
    if (!loaded || !(field in loaded.written || field.includes('.'))) return false;
    return !isSame(loaded.written[field], current[field]);
  };
  const staffs = new Set(Object.keys(planned).filter(differs).map(unitOf));
  for (const [field, after] of Object.entries(planned)) {
    const before = current[field];
    const isStaffs = staffs.has(unitOf(field));
    const keeps = isStaffs && !overwritesStaff;
    target[field] = keeps ? before : after;
    if (isSame(before, after)) continue;
    changes[keeps ? 'kept' : isStaffs ? 'overwritten' : 'changed'].push({ field, before, after });
  }
  return { target: target as F, ...changes };
}

/**
 * Returns the values to record as written by this load. For a field that keeps the value of staff, this is the value
 * that was recorded earlier, so that the next load still recognises the change by staff.
 */
export function writtenAfter<F extends Fields>(
  target: F,
  kept: readonly FieldChange[],
  loaded: LoadedRow | undefined,
): Fields {
  const earlier = kept.map(({ field }) => [field, loaded?.written[field]] as const);
  return { ...target, ...Object.fromEntries(earlier) };
}
