import * as z from 'zod';

/** Format name and version of every path file; a file of another version is refused. */
export const pathFormat = 'landfall-path';
export const pathVersion = 1;

/** Longest path, in steps, and longest texts, in characters. */
export const pathLengths = { steps: 500, title: 120, word: 80, text: 200 } as const;

/** Matches what may be personal data: email addresses, phone, passport and INDOS numbers, and ids made of digits. */
const personal = /@|\d[\d\s-]{6,}|\b\d{2}[a-z]{2}\d{4}\b|\b[a-z]\d{7}\b/i;
const isImpersonal = (text: string) => !personal.test(text);
const advice = 'holds what a person may have typed: a fixture stands in its place';

const name = z.string('is no name').regex(/^[a-z][a-zA-Z0-9]*$/, 'is no name in camelCase');
const fixtureName = z
  .string('is no fixture name')
  .regex(/^[a-z]\w*(\.\w+)+$/, 'is no fixture name, such as student.email');

/**
 * Stands for a value that a path file must not contain: typed text, an id, a time, a key, a response body. Replays
 * without a browser take its value from `lab/alphabets/fixtures.ts`, replays on the real site from the demo content.
 */
const fixtureRefSchema = z.strictObject({ fixture: fixtureName });
type FixtureRef = z.infer<typeof fixtureRefSchema>;

/**
 * Values allowed in an event's payload: a short text that cannot be personal data, true, false, null, a reference to a
 * fixture, and lists and objects of these. Numbers are not allowed; they must be fixtures.
 */
export type PathValue = string | boolean | null | FixtureRef | PathValue[] | { [key: string]: PathValue | undefined };
const pathValueSchema: z.ZodType<PathValue> = z.lazy(() =>
  z.union(
    [
      z.string().max(pathLengths.word, 'is too long').refine(isImpersonal, advice),
      z.boolean(),
      z.null(),
      fixtureRefSchema,
      z.array(pathValueSchema),
      z.record(z.string(), pathValueSchema),
    ],
    'is no value for a path: numbers are fixtures',
  ),
);

/**
 * An event of the machine, in the words of its diagram: `identifier.submit` with its payload, `lookUp done` with the kind
 * of `outcome`, `lookUp failed`, `after addedReset`.
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

const text = z.string('is no text').max(pathLengths.text).refine(isImpersonal, advice);

/**
 * `state`: state names from the outermost to the innermost, joined by dots. `texts`: visible on the screen. `url`: path of
 * the page, with `*` for a segment that contains an id.
 */
const pathExpectationSchema = z.strictObject({
  state: z.string('is no state').regex(/^[a-z]\w*(\.[a-z]\w*)*$/i, 'is no state, such as awaitingCode.enteringCode'),
  texts: z.array(text).optional(),
  url: text.regex(/^\/[\w./*-]*$/, 'is no path of an address').optional(),
});
type PathExpectation = z.infer<typeof pathExpectationSchema>;

const pathStepSchema = z.strictObject({ event: pathEventSchema, expect: pathExpectationSchema });
export type PathStep = { event: PathEvent; expect: PathExpectation };

/**
 * A path through one machine (docs/path-lab.md). `machine`: its id. `chart`: hash of the machine's structure when the
 * path was made. `fixtures`: names of all fixtures in the file. `input`: the machine's input. `start`: what is expected
 * before the first step.
 */
export const pathFileSchema = z.strictObject({
  format: z.literal(pathFormat, 'is no path file of this site'),
  version: z.literal(pathVersion, `is a version that is not known here (known: ${pathVersion})`),
  machine: name,
  chart: z.string('is no mark of a chart').regex(/^[0-9a-f]{8}$/, 'is no mark of a chart'),
  title: z.string('is no title').min(1, 'is empty').max(pathLengths.title, 'is too long').refine(isImpersonal, advice),
  fixtures: z.array(fixtureName, 'is no list of fixtures'),
  input: pathValueSchema,
  start: pathExpectationSchema,
  steps: z.array(pathStepSchema, 'is no list of steps').max(pathLengths.steps, 'has too many steps'),
});
export type PathFile = Omit<z.infer<typeof pathFileSchema>, 'steps'> & { steps: PathStep[] };

/** A valid path file, or what is wrong with it and where. */
export type ReadPathFile = { file: PathFile; trouble: null } | { file: null; trouble: string };

/**
 * Writes the position of a field in words, with steps counted from 1: `steps.2.expect.state` becomes `step 3, expect,
 * state`.
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
 * Parses the text of a path file. For a syntax error, the message names or quotes its place; for an invalid value, it
 * names the field.
 */
export function readPathFile(text: string): ReadPathFile {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { file: null, trouble: error instanceof Error ? error.message : String(error) };
  }
  const read = pathFileSchema.safeParse(json);
  if (read.success) return { file: read.data, trouble: null };
  return { file: null, trouble: read.error.issues.slice(0, 5).map(describeIssue).join('; ') };
}
