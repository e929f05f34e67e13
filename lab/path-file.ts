import * as z from 'zod';
import { damagePlace } from './json-place.ts';

/** The format name and the version that every path file contains. A file of another version is rejected. */
export const pathFormat = 'landfall-path';
export const pathVersion = 1;

/** Maximum lengths in a path file: of the path in steps, and of titles, single words and other texts in characters. */
export const pathLengths = { steps: 500, title: 120, word: 80, text: 200 } as const;

/**
 * Matches what may be personal data: email addresses, phone numbers, passport and INDOS numbers, and ids that consist
 * of digits.
 */
const personal = /@|\d[\d\s-]{6,}|\b\d{2}[a-z]{2}\d{4}\b|\b[a-z]\d{7}\b/i;
const isImpersonal = (text: string) => !personal.test(text);
const advice = 'holds what a person may have typed: a fixture stands in its place';
const tooLong = (most: number) => `is too long: at most ${most} characters`;

const name = z.string('is no name').regex(/^[a-z][a-zA-Z0-9]*$/, 'is no name in camelCase');
const fixtureName = z
  .string('is no fixture name')
  .regex(/^[a-z]\w*(\.\w+)+$/, 'is no fixture name, such as student.email');

/**
 * A reference to a fixture: a named value that stands for what a path file must not contain, such as typed text, an id,
 * a time, a key or a response body. Replays without a browser take the value from `lab/alphabets/fixtures.ts`, replays
 * on the real site from the demo content.
 */
const fixtureRefSchema = z.strictObject({ fixture: fixtureName });
type FixtureRef = z.infer<typeof fixtureRefSchema>;

/**
 * What an event in a path file (a sequence of events of a state machine) may contain: short texts that cannot be
 * personal data, true, false, null, references to fixtures, and lists and objects of these. Numbers are not allowed;
 * use a reference to a fixture instead.
 */
export type PathValue = string | boolean | null | FixtureRef | PathValue[] | { [key: string]: PathValue | undefined };
const pathValueSchema = z.custom<PathValue>().superRefine((value, context) => checkValue(value, [], context));

/**
 * Reports an issue for each part of a value that a path file must not contain. A union of Zod schemas would not say
 * which part is wrong.
 */
function checkValue(value: unknown, path: (string | number)[], context: z.core.$RefinementCtx): void {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message, path });
  };
  if (value === null || typeof value === 'boolean') return;
  if (typeof value === 'string') {
    if (value.length > pathLengths.word) refuse(tooLong(pathLengths.word));
    else if (!isImpersonal(value)) refuse(advice);
    return;
  }
  if (typeof value !== 'object') {
    refuse('is no value for a path: numbers are fixtures');
    return;
  }
  if (fixtureRefSchema.safeParse(value).success) return;
  for (const [key, part] of Object.entries(value))
    checkValue(part, [...path, Array.isArray(value) ? Number(key) : key], context);
}

/**
 * An event of a state machine, with the names that the machine's diagram uses: `identifier.submit` with its payload,
 * `lookUp done` with the name of the `outcome`, `lookUp failed`, or `after addedReset`.
 */
const pathEventSchema = z
  .object({
    type: z
      .string('is no event')
      .regex(/^([a-z]+(\.[a-z]+)+|\w+ (done|failed)|after \w+)$/, 'is no event, such as code.submit or lookUp done'),
    outcome: name.optional(),
  })
  .catchall(pathValueSchema);
export type PathEvent = { type: string; outcome?: string | undefined; [field: string]: PathValue | undefined };

const text = z.string('is no text').max(pathLengths.text, tooLong(pathLengths.text)).refine(isImpersonal, advice);

/** What is expected after a step. */
const pathExpectationSchema = z.strictObject({
  /** The names of the nested states, outermost first, joined by dots. */
  state: z.string('is no state').regex(/^[a-z]\w*(\.[a-z]\w*)*$/i, 'is no state, such as awaitingCode.enteringCode'),
  /** Texts that are visible on the screen. */
  texts: z.array(text, 'is no list of texts').optional(),
  /** The path of the page, with `*` in place of each segment that contains an id. */
  url: text.regex(/^\/[\w./*-]*$/, 'is no path of an address').optional(),
});
type PathExpectation = z.infer<typeof pathExpectationSchema>;

const pathStepSchema = z.strictObject({ event: pathEventSchema, expect: pathExpectationSchema });
export type PathStep = { event: PathEvent; expect: PathExpectation };

/** A path through one state machine: its events in order, with what is expected after each (docs/path-lab.md). */
export const pathFileSchema = z.strictObject({
  format: z.literal(pathFormat, 'is no path file of this site'),
  version: z.literal(pathVersion, `is a version that is not known here (known: ${pathVersion})`),
  /** The id of the state machine. */
  machine: name,
  /** The hash of the machine's structure when the path was made. */
  chart: z.string('is no mark of a chart').regex(/^[0-9a-f]{8}$/, 'is no mark of a chart'),
  title: z
    .string('is no title')
    .min(1, 'is empty')
    .max(pathLengths.title, tooLong(pathLengths.title))
    .refine(isImpersonal, advice),
  /** The names of all fixtures to which the file refers. */
  fixtures: z.array(fixtureName, 'is no list of fixtures'),
  /** The input with which the machine starts. */
  input: pathValueSchema,
  /** What is expected before the first step. */
  start: pathExpectationSchema,
  steps: z
    .array(pathStepSchema, 'is no list of steps')
    .max(pathLengths.steps, `has too many steps: at most ${pathLengths.steps}`),
});
export type PathFile = Omit<z.infer<typeof pathFileSchema>, 'steps'> & { steps: PathStep[] };

/** The result of reading a path file: the path, or a text that says what is wrong with the file and where. */
export type ReadPathFile = { file: PathFile; trouble: null } | { file: null; trouble: string };

/**
 * Describes the position of a field in words, with steps counted from 1: `steps.2.expect.state` becomes `step 3,
 * expect, state`.
 */
function placeInWords(path: readonly PropertyKey[]): string {
  const words: string[] = [];
  for (let at = 0; at < path.length; at++) {
    const [part, next] = [path[at], path[at + 1]];
    if (part === 'steps' && typeof next === 'number') words.push(`step ${next + 1}`);
    else if (typeof part === 'number') words.push(path[at - 1] === 'steps' ? '' : `number ${part + 1}`);
    else words.push(String(part));
  }
  return words.filter((word) => word !== '').join(', ');
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = placeInWords(issue.path);
  if (issue.code === 'unrecognized_keys') return `${place || 'the file'}: has no place for ${issue.keys.join(', ')}`;
  return place ? `${place}: ${issue.message}` : `the file ${issue.message}`;
}

/**
 * Parses the text of a path file. For a syntax error, the message says the line and column. For an invalid value, it
 * names the field and, if the value is too long, the limit.
 */
export function readPathFile(text: string): ReadPathFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { file: null, trouble: text.trim() === '' ? 'the file is empty' : `no valid JSON at ${damagePlace(text)}` };
  }
  const read = pathFileSchema.safeParse(json);
  if (read.success) return { file: read.data, trouble: null };
  return { file: null, trouble: read.error.issues.slice(0, 5).map(describeIssue).join('; ') };
}
