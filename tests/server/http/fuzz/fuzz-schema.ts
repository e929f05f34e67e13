import fc from 'fast-check';
import * as z from 'zod';
import { hostileText, hostileValue } from './fuzz-values.ts';

type Shape = {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

/**
 * Ids and texts that exist in the test database. Generated requests use some of them, so that they also read and change
 * existing rows.
 */
export type Known = { ids: number[]; students: string[]; texts: string[] };

const smallest = -(2 ** 31);
const largest = 2 ** 31 - 1;

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Shape, known: Known): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.students), fc.uuid());
  if (format === 'email') return fc.oneof(fc.emailAddress(), fc.constantFrom('asha@example.com', 'A.B+c@example.com'));
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((moment) => moment.toISOString());
  if (pattern && !pattern.includes('(?')) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 400)) };
  const edge = fc.constantFrom(minLength, maxLength).map((size) => 'x'.repeat(size));
  return fc.oneof(fc.string(length), edge, fc.constantFrom(...known.texts), hostileText);
}

function objectOf({ properties = {}, required = [] }: Shape, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, shaped(shape, known)]));
  return fc.record(fields, { requiredKeys: required });
}

/**
 * Generates values that a JSON schema allows. Ignores a `pattern` with a group that starts with `(?`, such as a
 * lookahead.
 */
function shaped(shape: Shape, known: Known): fc.Arbitrary<unknown> {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => shaped(choice, known)));
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const { minimum: min = smallest, maximum: max = largest } = shape;
  if (shape.type === 'string') return textOf(shape, known);
  if (shape.type === 'integer')
    return fc.oneof(
      fc.constantFrom(...known.ids),
      fc.integer({ min: Math.max(min, smallest), max: Math.min(max, largest) }),
    );
  if (shape.type === 'number') return fc.oneof(fc.constantFrom(...known.ids), fc.double({ min, max, noNaN: true }));
  if (shape.type === 'boolean') return fc.boolean();
  if (shape.type === 'null') return fc.constant(null);
  if (shape.type === 'array') return fc.array(shaped(shape.items ?? {}, known), { maxLength: 4 });
  return shape.type === 'object' ? objectOf(shape, known) : hostileValue;
}

/** Generates input values for a Zod schema of the API contract. */
export function inputOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  return shaped(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, known);
}

export type Change = { at: number; how: 'replace' | 'drop' | 'repeat' | 'add'; value: unknown };

export const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(120),
  how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'repeat', 'add'),
  value: hostileValue,
});

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);

/**
 * Lists the places in a value that can be changed: an object or array together with a property name or index. Lists at
 * most 40 places of each object or array.
 */
function placesOf(value: unknown): Array<{ holder: Record<string, unknown>; name: string }> {
  if (!isBranch(value)) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(value)
    .slice(0, 40)
    .flatMap((name) => [{ holder, name }, ...placesOf(holder[name])]);
}

/**
 * Returns a nearly valid value: a copy of a valid one with one change. `at`, modulo the number of properties and list
 * items, selects the one to change. If the value has none, or if `at` is 38 or more, the whole value is replaced.
 */
export function withChange(value: unknown, { at, how, value: other }: Change): unknown {
  const copy = structuredClone(value);
  const places = placesOf(copy);
  const place = places[at % Math.max(1, places.length)];
  if (!place || at >= 38) return other;
  const { holder, name } = place;
  if (how === 'replace') holder[name] = other;
  else if (how === 'drop') delete holder[name];
  else if (how === 'repeat') holder[name] = [holder[name], holder[name]];
  else holder[`${name}x`] = other;
  return copy;
}
