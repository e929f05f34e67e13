import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

type Declaration = { file: string; name: string; body: string };

const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;
const typeStart = /^(?:export )?(?:declare )?(?:type (\w+)|interface (\w+))/gm;
const opening = '({[<';
const closing = ')}]>';

/** The domain of a file in `server` or `src`, such as `server/cart`. Null for all other files. */
function domainOf(file: string): string | null {
  return file.match(/^(?:server|src)\/[^/]+/)?.[0] ?? null;
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

/** Types that several domains declare with the same name and body, each with the files that declare it. */
function findCopies(declarations: readonly Declaration[]): string[] {
  const byText = Map.groupBy(declarations, ({ name, body }) => `${name} = ${body}`);
  return [...byText.values()]
    .filter((copies) => new Set(copies.map(({ file }) => domainOf(file))).size > 1)
    .map((copies) => `${copies[0]?.name}: ${copies.map(({ file }) => file).join(', ')}`);
}

describe('types of domains', () => {
  it('no two domain folders of server and src declare the same type', () => {
    const files = sourceFiles().filter((file) => domainOf(file) !== null);
    const declarations = files.flatMap((file) => declarationsIn(file, readSource(file)));
    expect(declarations.length).toBeGreaterThan(500);
    expect(findCopies(declarations)).toEqual([]);
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
});
