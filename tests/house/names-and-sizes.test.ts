import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+(-[a-z]+)*)*\.tsx?$/;
const banned = /^(utils?|helpers?|common|misc|manager|service|hooks|types|index)$/;
const files = sourceFiles().filter((file) => !file.endsWith('.gen.ts'));

describe('names and sizes', () => {
  it('names files in kebab-case, route files as the router wants them', () => {
    const wrong = files.filter((file) => !file.startsWith('src/routes/') && !kebab.test(basename(file)));
    expect(wrong).toEqual([]);
  });

  it('has no folder or file by kind', () => {
    const wrong = files.filter(
      (file) =>
        !file.startsWith('src/routes/') && file.split('/').some((part) => banned.test(part.replace(/\.tsx?$/, ''))),
    );
    expect(wrong).toEqual([]);
  });

  it('keeps files within 200 lines, machines within 220', () => {
    const budget = (file: string) => (file.endsWith('.machine.ts') ? 220 : 200);
    const long = files
      .filter((file) => !file.startsWith('e2e/'))
      .map((file) => ({ file, lines: readSource(file).split('\n').length }))
      .filter(({ file, lines }) => lines > budget(file));
    expect(long).toEqual([]);
  });

  it('uses no escape hatch', () => {
    const hatch = /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b|\b(TODO|FIXME)\b/;
    expect(files.filter((file) => hatch.test(readSource(file)))).toEqual([]);
  });

  it('puts content HTML into a page in one file, which alone silences the linter, for that alone', () => {
    const holding = (text: string) => files.filter((file) => readSource(file).includes(text));
    expect(holding('dangerouslySetInnerHTML')).toEqual(['src/content/rich-text.tsx']);
    expect(holding('biome-ignore')).toEqual(['src/content/rich-text.tsx']);
    const silenced = readSource('src/content/rich-text.tsx').match(/biome-ignore \S+/g);
    expect(silenced).toEqual(['biome-ignore lint/security/noDangerouslySetInnerHtml:']);
  });

  it('exports by name, but for route files', () => {
    const wrong = files.filter((file) => !file.startsWith('src/routes/') && /^export default /m.test(readSource(file)));
    expect(wrong).toEqual([]);
  });
});
