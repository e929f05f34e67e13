import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mantineForBrowsers, zodForBrowsers } from '../../../setup/build/client-plugins.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs the plugin on a file of a package. Returns the changed code, or null if the plugin leaves the file as it is. */
function transform(plugin: object, file: string): string | null {
  const path = join(root, 'node_modules', file);
  if (!('transform' in plugin) || typeof plugin.transform !== 'function') throw new Error('not a transforming plugin');
  return plugin.transform(readFileSync(path, 'utf8'), path);
}

// An update of Zod or Mantine that renames a file would undo a plugin without any error.
it.each([
  ['zod/v4/locales/en.js', "'Invalid input: ' + code"],
  ['zod/v4/core/to-json-schema.js', 'const absent ='],
  ['zod/v4/core/json-schema-processors.js', 'const absent ='],
  ['zod/v4/core/util.js', 'export const allowsEval = { value: false };'],
])('the build plugin zodForBrowsers replaces code in Zod’s file %s with shorter code', (file, replacement) => {
  expect(transform(zodForBrowsers(), file)).toContain(replacement);
});

it('the build plugin zodForBrowsers removes Zod’s unused methods, its compiler for objects and its memoizer', () => {
  const classes = transform(zodForBrowsers(), 'zod/v4/classic/schemas.js');
  for (const gone of [
    '    jwt(',
    '    encode: function',
    '    and(',
    'processJSONSchema =',
    'JIT',
    'DefaultMemoizer();\n',
  ])
    expect(classes, gone).not.toContain(gone);
  for (const left of ['    email(', '    uuid(', '    parse: function', '    or(', 'core.$ZodObject.init('])
    expect(classes, left).toContain(left);
});

const mantineProvider = '@mantine/core/esm/core/MantineProvider';

it('the build plugin mantineForBrowsers removes the colours from Mantine’s default palette', () => {
  const code = transform(mantineForBrowsers(), `${mantineProvider}/default-colors.mjs`);
  expect(code).toContain("''");
  expect(code).not.toMatch(/#[0-9a-f]{6}/i);
});

it('the build plugin mantineForBrowsers replaces Mantine’s component for CSS variables by an empty component', () => {
  const file = `${mantineProvider}/MantineCssVariables/MantineCssVariables.mjs`;
  expect(transform(mantineForBrowsers(), file)).toBe('export const MantineCssVariables = () => null;');
});
