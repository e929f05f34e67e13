import type { ContentField } from '../../../../contract/staff/content.ts';

type Group = Record<string, unknown>;

function blankGroup(fields: readonly ContentField[]): Group {
  return Object.fromEntries(
    fields.filter(({ isOptional }) => !isOptional).map((field) => [field.name, blankValue(field)]),
  );
}

/** The initial value of a field in a new document, list item or group. */
export function blankValue({ type, isNullable, fields, variants }: ContentField): unknown {
  if (isNullable) return null;
  if (type === 'list') return [];
  if (type === 'flag') return false;
  if (type === 'group') return blankGroup(fields ?? []);
  if (type === 'variants') {
    const [first] = variants ?? [];
    return first ? { type: first.value, ...blankGroup(first.fields) } : {};
  }
  return type === 'number' || type === 'rupees' || type === 'choice' ? undefined : '';
}

/** The chosen variant of a field: the `type` in the field's value names it. */
export function variantOf({ variants = [] }: ContentField, value: unknown) {
  const { type } = (value ?? {}) as { type?: unknown };
  return variants.find((one) => one.value === type);
}

/** The initial value of a field with variants. `value`: the `type` of the chosen variant. */
export function blankVariant(field: ContentField, value: string): Group {
  const variant = field.variants?.find((one) => one.value === value);
  return { type: value, ...blankGroup(variant?.fields ?? []) };
}

const maxTitleLength = 40;

/** The first words of an HTML text, without its tags. */
function firstWords(html: unknown): string {
  if (typeof html !== 'string') return '';
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.length > maxTitleLength ? `${text.slice(0, maxTitleLength).replace(/\s\S*$/, '')}…` : text;
}

/**
 * The name that the form shows for an item of a list: its title or a similar field, otherwise the first words of its
 * text.
 */
export function itemTitle(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  const { title, label, name, question, particulars, step, period, position, first_name, content, data } =
    value as Record<string, unknown>;
  const named = [title, label, name, question, particulars, step, period, position, first_name].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return typeof named === 'string' ? named : firstWords(content) || itemTitle(data);
}
