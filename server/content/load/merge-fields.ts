import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** A field whose value in the database (`before`) differs from the value in the content files (`after`). */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** What a load has done with one row, for the report of the load. `name` identifies the row. */
export type ContentChange = {
  action: 'added' | 'changed' | 'removed' | 'kept' | 'overwritten' | 'note';
  name: string;
  fields?: FieldChange[];
  note?: string;
};

/** The last content load: what it read from the content files for a row, and what it wrote into the row. */
export type LoadedRow = { content: Fields; written: Fields };

/** Whether two JSON values are equal, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one ?? null, other ?? null);

type Merged<F extends Fields> = {
  /** The values to write into the database row. */
  target: F;
  /** Fields that staff did not change and that get a new value from the content files. */
  changed: FieldChange[];
  /** Fields that staff changed and that therefore stay, although the content files have another value. */
  kept: FieldChange[];
  /** Fields that staff changed, but that get the value of the content files because of `overwritesStaff`. */
  overwritten: FieldChange[];
};

/**
 * Merges the values of a content file with a row of the database, field by field. If a field of the row differs from
 * what the last load wrote (`loaded`), staff have changed it: it keeps its value, unless `overwritesStaff` is set.
 * Without `loaded`, no field counts as changed by staff. Fields of the same unit (`unitOf`) are kept or replaced
 * together.
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
    // If the last load did not record a column, this release has added the column, so staff have not changed it. But if
    // it did not record a field of a JSON column that the row has, such as `detail.dress_code`, staff added the field.
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
 * Returns the values to record as written into a row by this load. A field that keeps a value set by staff also keeps
 * its earlier record. The record then differs from the row, so the next load sees that staff have changed the field.
 */
export function writtenAfter<F extends Fields>(
  target: F,
  kept: readonly Pick<FieldChange, 'field'>[],
  loaded: LoadedRow | undefined,
): Fields {
  const earlier = kept.map(({ field }) => [field, loaded?.written[field]] as const);
  return { ...target, ...Object.fromEntries(earlier) };
}
