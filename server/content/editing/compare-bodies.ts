import { createHash } from 'node:crypto';
import type { ContentBody, ContentChange, ContentField } from '../../../contract/staff/content.ts';
import { isSame } from '../load/merge-fields.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts missing and empty values to null, so that missing, empty and null fields compare as equal. */
const settled = (value: unknown) => (value === '' || value === undefined ? null : value);

type At = { path: string; label: string };
const join = ({ path, label }: At, name: string | number, text: string): At => ({
  path: path ? `${path}.${name}` : String(name),
  label: label ? `${label} · ${text}` : text,
});

function fieldsOf(field: ContentField, value: unknown): ContentField[] | undefined {
  if (field.type !== 'variants') return field.fields;
  return field.variants?.find((one) => isObject(value) && one.value === value.type)?.fields;
}

function compareValues(field: ContentField, before: unknown, after: unknown, at: At): ContentChange[] {
  if (isSame(settled(before), settled(after))) return [];
  const { item } = field;
  if (item && Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((one, index) => compareValues(item, before[index], one, join(at, index, String(index + 1))));
  const fields = fieldsOf(field, after);
  if (fields && isObject(before) && isObject(after) && before.type === after.type)
    return compareFields(fields, before, after, at);
  const amounts = field.type === 'rupees' ? { isRupees: true } : {};
  return [{ ...at, ...amounts, before: before ?? null, after: after ?? null }];
}

function compareFields(fields: readonly ContentField[], before: Json, after: Json, at: At): ContentChange[] {
  return fields.flatMap((field) =>
    compareValues(field, before[field.name], after[field.name], join(at, field.name, field.label)),
  );
}

/**
 * Returns the fields in which two versions of a document differ. `before` is null if the document was not published,
 * and `after` is null if the document is taken off the site.
 */
export function compareBodies(
  fields: readonly ContentField[],
  before: ContentBody | null,
  after: ContentBody | null,
): ContentChange[] {
  return compareFields(fields, before ?? {}, after ?? {}, { path: '', label: '' });
}

/** The label of the field at a path of the editing form: `sections.1.title` has the label "Sections · 2 · Title". */
export function labelAt(fields: readonly ContentField[], path: string): string {
  const names: string[] = [];
  let within: readonly ContentField[] = fields;
  for (const key of path.split('.').filter(Boolean)) {
    if (/^\d+$/.test(key)) names.push(String(Number(key) + 1));
    else {
      const field = within.find(({ name }) => name === key);
      names.push(field?.label ?? key);
      const group = field?.item ?? field;
      within = group?.fields ?? group?.variants?.flatMap((variant) => variant.fields) ?? [];
    }
  }
  return names.join(' · ');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, one]) => [name, sorted(one)]),
  );
}

/** A hash that identifies a version of a document. Null if `body` is null, because the document is not published. */
export function hashBody(body: ContentBody | null): string | null {
  if (body === null) return null;
  return createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('base64url')
    .slice(0, 22);
}
