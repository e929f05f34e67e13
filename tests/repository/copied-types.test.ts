import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

type Declaration = { file: string; name: string; body: string };

const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const typeStart = /^(?:export )?(?:declare )?(?:type (\w+)|interface (\w+))/gm;
const opening = '({[<';
const closing = ')}]>';

/** Types with different meanings whose bodies are equal by chance. Each entry has their names, sorted. */
const coincidences = [
  // Two dates: the period that staff choose for a report, and the days of an export.
  'Days, Period',
  // A position in a picture: the point that stays visible when it is cropped, and a finger on the screen.
  'FocusPoint, Point',
  // Width and height: of a photograph of the website, of a student's picture, and of any picture on the server.
  'PhotoSize, PictureSize, Size',
  // Texts and flags: what was typed into a form, and the facts about a step in the log of a state machine.
  'StepWords, Values',
];
/** Dependencies and props belong to one function or component, so two of them may have the same fields. */
const parameterList = /(?:Deps|Props)$/;

/**
 * The domain to which a file belongs: a folder of `server` or `src`, such as `server/cart`, or the whole folder
 * `contract` or `machines`. Null for all other files.
 */
function domainOf(file: string): string | null {
  return file.match(/^(?:server|src)\/[^/]+|^(?:contract|machines)(?=\/)/)?.[0] ?? null;
}

/**
 * `text` up to the end of the declaration that it starts with: a type's `;` or an interface's `}` outside all brackets.
 */
function declarationText(text: string, isInterface: boolean): string {
  let depth = 0;
  for (let end = 0; end < text.length; end++) {
    const character = text.charAt(end);
    const isArrow = text.slice(end - 1, end + 1) === '=>';
    if (opening.includes(character)) depth += 1;
    if (closing.includes(character) && !isArrow) depth -= 1;
    if (depth > 0) continue;
    if (character === ';') return text.slice(0, end);
    if (isInterface && character === '}') return text.slice(0, end + 1);
  }
  return text;
}

/**
 * Returns the same text for two type bodies that differ only in line breaks, and for a type and an interface with the
 * same fields.
 */
function normalise(text: string): string {
  return text
    .replace(/^(<[^=]*>)? *= */, '$1')
    .replace(/\s+/g, ' ')
    .replace(/^ ?\| /, '')
    .replace(/[;,]? ?([)}\]>])/g, '$1')
    .replace(/([({[<]) /g, '$1')
    .trim();
}

/** The types and interfaces that a file declares at its top level, exported or not. */
function declarationsIn(file: string, source: string): Declaration[] {
  return [...source.matchAll(typeStart)].map((found) => {
    const [start, type, interfaceName] = found;
    const rest = source.slice(found.index + start.length).replace(comment, '');
    const body = normalise(declarationText(rest, interfaceName !== undefined));
    return { file, name: type ?? interfaceName ?? '', body };
  });
}

/** The number of fields of an object type, or of the members of a union or intersection. */
function countMembers(body: string): number {
  let [depth, braces, members] = [0, 0, 1];
  for (const [index, character] of [...body].entries()) {
    const isArrow = body.slice(index - 1, index + 1) === '=>';
    if (opening.includes(character)) depth += 1;
    if (closing.includes(character) && !isArrow) depth -= 1;
    if (character === '{') braces += 1;
    if (character === '}') braces -= 1;
    if (character === ';' ? depth === 1 : braces === 0 && '|&'.includes(character)) members += 1;
  }
  return members;
}

/**
 * Finds types that several domains declare with the same body, and lists them with their files. Types with different
 * names count as copies only if their bodies have at least two members.
 */
function findCopies(declarations: readonly Declaration[]): string[] {
  const groups = Map.groupBy(declarations, ({ name, body }) => (countMembers(body) > 1 ? body : `${name} = ${body}`));
  return [...groups.values()]
    .filter((copies) => new Set(copies.map(({ file }) => domainOf(file))).size > 1)
    .map((copies) => ({ copies, names: [...new Set(copies.map(({ name }) => name))].sort() }))
    .filter(({ names }) => names.length === 1 || !names.every((name) => parameterList.test(name)))
    .map(({ copies, names }) => `${names.join(', ')}: ${copies.map(({ file }) => file).join(', ')}`);
}

const isPermitted = (copies: string) => coincidences.some((names) => copies.startsWith(`${names}: `));

describe('types of domains', () => {
  it('no type is declared in two domains (folders of server and src, contract, machines), not even under another name', () => {
    const files = sourceFiles().filter((file) => domainOf(file) !== null);
    const declarations = files.flatMap((file) => declarationsIn(file, readSource(file)));
    expect(declarations.length).toBeGreaterThan(500);
    const copies = findCopies(declarations);
    expect(copies.filter((found) => !isPermitted(found))).toEqual([]);
    expect(copies, 'a permitted coincidence no longer exists').toHaveLength(coincidences.length);
  });

  it('the check for duplicate types finds a copy that is exported, formatted or documented differently', () => {
    const original = 'const a = 1;\n/** Seats. */\nexport type Seats = { batch: number; left: () => number };\n';
    const copies = [
      'type Seats = {\n  // The batch.\n  batch: number;\n  left: () => number;\n};\n',
      'export interface Seats {\n  batch: number;\n  left: () => number;\n}\n',
    ];
    for (const copy of copies)
      expect(
        findCopies([...declarationsIn('server/booking/a.ts', original), ...declarationsIn('src/cart/b.ts', copy)]),
      ).toEqual(['Seats: server/booking/a.ts, src/cart/b.ts']);
  });

  it('the check for duplicate types ignores types with the same name if their fields differ or they are in the same domain folder', () => {
    const line = 'type Line = { id: number };\n';
    const other = 'type Line = { id: string };\n';
    expect(
      findCopies([
        ...declarationsIn('src/cart/a.ts', line),
        ...declarationsIn('src/cart/lines/b.ts', line),
        ...declarationsIn('src/booking/c.ts', other),
      ]),
    ).toEqual([]);
  });

  it.each([
    ['an object', '{ id: number; done: (seats: number) => void }'],
    ['a union', "{ kind: 'saved' } | { kind: 'conflict' }"],
    ['a part of a type', "Pick<Batch, 'start_date' | 'end_date'>"],
  ])(
    'the check for duplicate types finds a type with at least two members that is declared again under another name (%s)',
    (_, body) => {
      const one = declarationsIn('machines/a.ts', `type Seats = ${body};\n`);
      const other = declarationsIn('src/cart/b.ts', `export type Places = ${body};\n`);
      expect(findCopies([...one, ...other])).toEqual(['Places, Seats: machines/a.ts, src/cart/b.ts']);
    },
  );

  it('the check for duplicate types ignores types with different names if they have only one member or are dependencies or props', () => {
    const declared = (names: readonly [string, string], body: string) => [
      ...declarationsIn('server/cart/a.ts', `type ${names[0]} = ${body};\n`),
      ...declarationsIn('server/orders/b.ts', `type ${names[1]} = ${body};\n`),
    ];
    expect(findCopies(declared(['CartKey', 'OrderKey'], '{ id: number | null }'))).toEqual([]);
    expect(findCopies(declared(['CartDeps', 'OrderDeps'], '{ db: Database; clock: Clock }'))).toEqual([]);
  });
});
