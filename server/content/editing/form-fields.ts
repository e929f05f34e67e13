import * as z from 'zod';
import { daySchema, rupeesSchema } from '../../../contract/answer.ts';
import { clockTimeSchema, realDaySchema } from '../../../contract/days.ts';
import type { ContentField } from '../../../contract/staff/content.ts';
import { checkedKindOf } from '../text-kinds.ts';

type Option = { value: string | number; label: string };
/** The options of fields that refer to other documents, by field name, such as the venues for `venue_id`. */
export type Choices = Readonly<Record<string, readonly Option[]>>;
/** Labels and help texts of fields by their path: `fees.year` is the field `year` in each entry of `fees`. */
export type FieldTexts = Readonly<Record<string, { label?: string; help?: string }>>;
/** A section of a long form, with the names of its fields in order. */
export type Section = { title: string; fields: readonly string[] };
type Rules = {
  hidden: readonly string[];
  required: readonly string[];
  choices: Choices;
  texts?: FieldTexts | undefined;
  /** The path of the field group to describe, such as `fees`; '' for the document itself. */
  at?: string;
};

const labels: Readonly<Record<string, string>> = {
  ...{
    order: 'Place in the list',
    expires: 'Shown until',
    image_alt: 'Picture in words',
    imageAlt: 'Picture in words',
  },
  ...{ slug: 'Address (last part)', category_id: 'Category', hero: 'Top of the page', faqs: 'Questions and answers' },
  ...{ meta: 'For search engines', list: 'Entries', url: 'Link', iconName: 'Icon', cards: 'Cards of categories' },
  ...{ contentItems: 'Paragraphs and boxes', data: 'What it says' },
  ...{ percentage: 'A percentage', fixed_amount: 'An amount in rupees' },
  ...{ 'course-sum': 'The sum of the fees of its courses', 'base-price': 'The fee' },
};

/** The label of a field, by its name: `featured_image_url` has the label "Featured image". */
function labelOf(name: string): string {
  const words = name
    .replace(/(_url|Url)$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return labels[name] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

/**
 * Removes the wrappers `optional`, `nullable` and `default` from a schema. `isOptional` is also true if it had a
 * `default`.
 */
function unwrap(schema: z.ZodType): { inner: z.ZodType; isOptional: boolean; isNullable: boolean } {
  let [inner, isOptional, isNullable] = [schema, false, false];
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault) {
    if (inner instanceof z.ZodNullable) isNullable = true;
    else isOptional = true;
    inner = inner.def.innerType as z.ZodType;
  }
  return { inner, isOptional, isNullable };
}

const editorByKind = { line: 'text', plain: 'longText', file: 'link' } as const;

function textType(name: string): ContentField['type'] {
  const kind = checkedKindOf(name);
  return kind === 'line' || kind === 'plain' || kind === 'file' ? editorByKind[kind] : kind;
}

function shapeOf(name: string, schema: z.ZodType, rules: Rules): Partial<ContentField> & Pick<ContentField, 'type'> {
  const options = rules.choices[name];
  if (options && !(schema instanceof z.ZodArray)) return { type: 'choice', options: [...options] };
  if (schema === rupeesSchema) return { type: 'rupees' };
  if (schema === daySchema || schema === realDaySchema) return { type: 'day' };
  if (schema === clockTimeSchema) return { type: 'time' };
  if (schema instanceof z.ZodBoolean) return { type: 'flag' };
  if (schema instanceof z.ZodNumber) return { type: 'number' };
  if (schema instanceof z.ZodEnum)
    return { type: 'choice', options: schema.options.map((value) => ({ value, label: labelOf(String(value)) })) };
  if (schema instanceof z.ZodArray) {
    const { help: _, ...item } = describeField(name, schema.def.element as z.ZodType, rules);
    return { type: 'list', item };
  }
  if (schema instanceof z.ZodObject)
    return { type: 'group', fields: describeFields(schema, { ...rules, hidden: ['id', 'order'] }) };
  if (schema instanceof z.ZodUnion)
    return { type: 'variants', variants: schema.def.options.map((one) => describeVariant(one as z.ZodType, rules)) };
  return { type: textType(name) };
}

function describeVariant(schema: z.ZodType, rules: Rules): NonNullable<ContentField['variants']>[number] {
  if (!(schema instanceof z.ZodObject)) throw new Error('a variant of content must be an object');
  const { type } = schema.shape;
  const value = type instanceof z.ZodLiteral ? String(type.value) : '';
  const fields = describeFields(schema, { ...rules, hidden: ['id', 'order', 'type'] });
  return { value, label: labelOf(value), fields };
}

function describeField(name: string, schema: z.ZodType, rules: Rules): ContentField {
  const { inner, isOptional, isNullable } = unwrap(schema);
  const shape = shapeOf(name, inner, rules);
  const { label = labelOf(name), help } = rules.texts?.[rules.at ?? ''] ?? {};
  return {
    ...{ name, label, isOptional: isOptional && !rules.required.includes(name), isNullable },
    ...(help ? { help } : {}),
    ...shape,
  };
}

/**
 * Describes the editing form for a document with this schema. Fields that contain a number of days, such as
 * `expires_in_days`, are left out, because editors enter dates.
 */
export function describeFields(schema: z.ZodType, rules: Rules): ContentField[] {
  const { inner } = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) throw new Error('a document of content must be an object');
  return Object.entries(inner.shape)
    .filter(([name]) => !rules.hidden.includes(name) && !name.endsWith('_in_days'))
    .map(([name, field]) =>
      describeField(name, field as z.ZodType, { ...rules, at: rules.at ? `${rules.at}.${name}` : name }),
    );
}

/** The fields of a content form in the order of the form's sections, each with the title of its section. */
export function arrangeFields(fields: readonly ContentField[], sections: readonly Section[] = []): ContentField[] {
  if (sections.length === 0) return [...fields];
  const byName = new Map(fields.map((field) => [field.name, field]));
  const arranged = sections.flatMap(({ title, fields: names }) =>
    names.flatMap((name) => {
      const field = byName.get(name);
      byName.delete(name);
      return field ? [{ ...field, section: title }] : [];
    }),
  );
  return [...arranged, ...[...byName.values()].map((field) => ({ ...field, section: 'More' }))];
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const slugOf = (value: unknown) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);

/**
 * The highest ids in use, by the name of the list, such as `discounts`. Includes only lists whose ids are unique across
 * all documents.
 */
export type UsedIds = Readonly<Record<string, number>>;

/** Adds ids and positions, which the editing form does not show, to the items of a list. */
function completeList(name: string, items: readonly unknown[], item: z.ZodType, used: UsedIds): unknown[] {
  const complete = items.map((one) => completeItems(item, one, used));
  const shape = item instanceof z.ZodUnion ? (item.def.options[0] as z.ZodType) : item;
  if (!(shape instanceof z.ZodObject)) return complete;
  const { id, order } = shape.shape;
  const objects = complete.filter(isObject);
  const taken = new Set(objects.map((one) => one.id));
  let highest = Math.max(used[name] ?? 0, ...objects.map((one) => Number(one.id)).filter(Number.isInteger));
  const newId = (one: Json) => {
    if (id instanceof z.ZodNumber) return ++highest;
    const base = slugOf(one.title) || 'part';
    let free = base;
    for (let count = 2; taken.has(free); count += 1) free = `${base}-${count}`;
    taken.add(free);
    return free;
  };
  const isSorted = objects.every((one, index) => index === 0 || Number(one.order) > Number(objects[index - 1]?.order));
  return complete.map((one, index) => {
    if (!isObject(one)) return one;
    return {
      ...(id && one.id === undefined ? { id: newId(one) } : {}),
      ...one,
      ...(order && (!isSorted || one.order === undefined) ? { order: index + 1 } : {}),
    };
  });
}

/** Adds ids and positions, which the editing form does not show, to the items of all lists in a document. */
export function completeItems(schema: z.ZodType, value: unknown, used: UsedIds = {}, name = ''): unknown {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return completeList(name, value, unwrap(inner.def.element as z.ZodType).inner, used);
  if (inner instanceof z.ZodUnion && isObject(value)) {
    const options = inner.def.options as z.ZodObject[];
    const option = options.find(({ shape: { type } }) => type instanceof z.ZodLiteral && type.value === value.type);
    return option ? completeItems(option, value, used) : value;
  }
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      const field = inner.shape[key] as z.ZodType | undefined;
      return [key, field ? completeItems(field, one, used, key) : one];
    }),
  );
}
