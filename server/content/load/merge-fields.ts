import { isDeepStrictEqual } from 'node:util';

type Fields = Readonly<Record<string, unknown>>;

/** A field that differs: its value in the database and the one that the content gives. */
export type FieldChange = { field: string; before: unknown; after: unknown };

/** What a load has done with one row, for the report of the load. `name` identifies the row. */
export type ContentChange = {
  action: 'added' | 'changed' | 'removed' | 'kept' | 'overwritten' | 'note';
  name: string;
  fields?: FieldChange[];
  note?: string;
};

/** What the last load read from the content for a row, and what it wrote. */
export type LoadedRow = { content: Fields; written: Fields };

/** Whether two JSON values are equal, whatever the order of their keys. */
export const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one ?? null, other ?? null);

type Merged<F extends Fields> = {
  /** The values to write. */
  target: F;
  /** Fields that staff did not change and that take a new value from the content. */
  changed: FieldChange[];
  /** Fields that staff changed and that therefore stay, although the content says something else. */
  kept: FieldChange[];
  /** Fields that staff changed and that take the content's value nevertheless. */
  overwritten: FieldChange[];
};

/**
 * Merges what the content plans with the present row, field by field. If a field's present value is not the one that the
 * last load wrote, staff have changed it: it stays, unless `overwritesStaff`. Without `loaded`, nothing counts as changed
 * by staff. Fields of the same unit are kept or changed together.
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
    // A column that the last load did not know is new in this release. A field in a JSON column that the last load did
    // not know was added by staff.
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
 * The values to record as written by this load. For fields changed by staff, the value recorded before stays recorded, so
 * that the next load still recognises the change.
 */
export function writtenAfter<F extends Fields>(
  target: F,
  kept: readonly FieldChange[],
  loaded: LoadedRow | undefined,
): Fields {
  const earlier = kept.map(({ field }) => [field, loaded?.written[field]] as const);
  return { ...target, ...Object.fromEntries(earlier) };
}
