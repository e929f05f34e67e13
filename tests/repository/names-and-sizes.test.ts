import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z]+)*)*\.tsx?$/;
const banned = /^(utils?|helpers?|common|misc|manager|service|hooks|types|index)$/;
const mostLines = 500;
const mostFunctionLines = 120;

/** Matches a top-level function, or a constant that holds one, up to its closing brace at the start of a line. */
const topLevelFunction =
  /^(?:export )?(?:default )?(?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?\([^\n]*=> \{$)[\s\S]*?^\}/gm;

/** The top-level functions of a file with their number of lines. */
function functionLengths(source: string): Array<{ name: string; lines: number }> {
  return [...source.matchAll(topLevelFunction)].map(([text, named, assigned]) => ({
    name: named ?? assigned ?? '',
    lines: text.split('\n').length,
  }));
}

const files = sourceFiles().filter((file) => !file.endsWith('.gen.ts'));

describe('names and sizes', () => {
  it('every source file name is in kebab-case, except for route files', () => {
    const wrong = files.filter((file) => !file.startsWith('src/routes/') && !kebab.test(basename(file)));
    expect(wrong).toEqual([]);
  });

  it('no source file or folder has a generic name such as utils or helpers', () => {
    const wrong = files.filter(
      (file) =>
        !file.startsWith('src/routes/') && file.split('/').some((part) => banned.test(part.replace(/\.tsx?$/, ''))),
    );
    expect(wrong).toEqual([]);
  });

  it('no source file is longer than 500 lines', () => {
    const long = files
      .map((file) => ({ file, lines: readSource(file).split('\n').length }))
      .filter(({ lines }) => lines > mostLines);
    expect(long).toEqual([]);
  });

  it('no top-level function in the source code is longer than 120 lines', () => {
    const long = files.flatMap((file) =>
      functionLengths(readSource(file))
        .filter(({ lines }) => lines > mostFunctionLines)
        .map((found) => ({ file, ...found })),
    );
    expect(long).toEqual([]);
  });

  it('no source file uses the type any, a TypeScript suppression comment or a TODO', () => {
    const hatch = /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b|\b(TODO|FIXME)\b/;
    expect(files.filter((file) => hatch.test(readSource(file)))).toEqual([]);
  });

  it('only rich-text.tsx uses dangerouslySetInnerHTML, and the only suppressed rule of Biome is the one against this use', () => {
    const holding = (text: string) => files.filter((file) => readSource(file).includes(text));
    expect(holding('dangerouslySetInnerHTML')).toEqual(['src/content/rich-text.tsx']);
    expect(holding('biome-ignore')).toEqual(['src/content/rich-text.tsx']);
    const silenced = readSource('src/content/rich-text.tsx').match(/biome-ignore \S+/g);
    expect(silenced).toEqual(['biome-ignore lint/security/noDangerouslySetInnerHtml:']);
  });

  it('no source file has a default export, except for route files', () => {
    const wrong = files.filter((file) => !file.startsWith('src/routes/') && /^export default /m.test(readSource(file)));
    expect(wrong).toEqual([]);
  });
});
