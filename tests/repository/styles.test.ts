import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root, sourceFiles } from './source-files.ts';

const components = sourceFiles().filter((file) => file.endsWith('.tsx'));
const sheets = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.module.css'))
  .map((file) => `src/${file.replaceAll('\\', '/')}`);

/** For each style sheet, the classes that components use or that other classes compose. */
function usedClasses(): Map<string, Set<string>> {
  const used = new Map(sheets.map((sheet) => [sheet, new Set<string>()]));
  for (const file of components) {
    const source = readSource(file);
    for (const [, name, path = ''] of source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const reads = source.matchAll(new RegExp(`(?<![\\w.\\-/])${name}\\.(\\w+)`, 'g'));
      for (const [, read = ''] of reads) used.get(join(dirname(file), path))?.add(read);
    }
  }
  for (const sheet of sheets)
    for (const [, name = '', path] of readSource(sheet).matchAll(/composes: (\w+)(?: from "([^"]+)")?/g))
      used.get(path ? join(dirname(sheet), path) : sheet)?.add(name);
  return used;
}

/** The classes that a style sheet has rules for. */
function classesOf(sheet: string): Set<string> {
  const rules = readSource(sheet).replaceAll(/\/\*[\s\S]*?\*\/|:global\([^()]*(?:\([^()]*\))*[^()]*\)|\{[^{}]*\}/g, '');
  return new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name));
}

/** For each class with a rule in the shared style sheet, the CSS properties that the rule sets. */
function sharedClasses(): Map<string, string[]> {
  const rules = readSource('src/app/theme/shared.css').matchAll(/^\.([\w-]+) \{\n([^}]*)\}/gm);
  return new Map(
    [...rules].map(([, name = '', body = '']) => [name, [...body.matchAll(/^ +([\w-]+):/gm)].map(([, p = '']) => p)]),
  );
}

const sharedSelect = 'src/catalogue/batch-select.module.css';

/** Whether this class is the shared look of select fields, or composes it. */
function hasSharedLook(sheet: string, name: string): boolean {
  if (sheet === sharedSelect) return name === 'select';
  const [, path] = readSource(sheet).match(new RegExp(`\\.${name} \\{\\s+composes: select from "([^"]+)"`)) ?? [];
  return path !== undefined && join(dirname(sheet), path) === sharedSelect;
}

/** Whether the JSX tag at the start of `tag` is a select field with the look that the student site's fields share. */
function isConsistentSelector(tag: string, file: string, source: string): boolean {
  if (tag.startsWith('<NativeSelect'))
    return /^[\s\S]*? rightSection=\{<Icon name="chevronDown" size=\{18\} \/>\}/.test(tag);
  const [, styles = '', name = ''] = tag.match(/className=\{(\w+)\.(\w+)\}/) ?? [];
  const [, path = ''] = source.match(new RegExp(`import ${styles} from '([^']+\\.module\\.css)'`)) ?? [];
  return path !== '' && hasSharedLook(join(dirname(file), path), name);
}

/** The value of a colour token in the first rule of tokens.css that sets this colour scheme: `#0f2742`. */
function tokenValue(scheme: 'light' | 'dark', token: string): string {
  const tokens = readSource('src/app/theme/tokens.css');
  const [, rules = ''] = tokens.split(`--mantine-color-scheme: ${scheme};`);
  return new RegExp(`${token}: (#[\\da-f]{6});`).exec(rules)?.[1] ?? '';
}

/** The contrast ratio of two colours such as `#0f2742`, by the formula of WCAG 2. */
function contrastOf(...colours: [string, string]): number {
  const [light = 0, dark = 0] = colours
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
        const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

describe('style sheets', () => {
  it('only src/ui/controls.css imports Mantine’s style sheets, in a CSS layer and in the required order', () => {
    const loose = sourceFiles().filter((file) => /@mantine\/core\/styles/.test(readSource(file)));
    expect(loose).toEqual([]);
    const sheets = [...readSource('src/ui/controls.css').matchAll(/styles\/(\w+)\.css" layer\(mantine\)/g)];
    const order = sheets.map(([, name]) => name);
    expect(order.indexOf('UnstyledButton')).toBeLessThan(order.indexOf('Button'));
    expect(order.indexOf('Input')).toBeLessThan(order.indexOf('PasswordInput'));
  });

  it('src/ui/controls.css imports the style sheets of the Mantine controls that the student site uses', () => {
    // Leave out the console: it loads all of Mantine's style sheets by itself.
    const site = sourceFiles().filter((file) => !file.startsWith('src/staff/'));
    const used = new Set(
      site.flatMap((file) =>
        [...readSource(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
          names.split(',').map((name) => name.trim()),
        ),
      ),
    );
    const controls = readSource('src/ui/controls.css');
    const drawn = [
      'Button',
      'Checkbox',
      'Modal',
      'PasswordInput',
      'PinInput',
      'TextInput',
      'NativeSelect',
      'Select',
      'Tabs',
      'Drawer',
      'Accordion',
      'Collapse',
      'Badge',
      'Alert',
      'Menu',
      'Textarea',
      'Radio',
      'Switch',
      'Table',
    ];
    const ownSheet = (name: string) => !['TextInput', 'NativeSelect', 'Textarea', 'Collapse'].includes(name);
    const missing = drawn.filter((name) => used.has(name) && ownSheet(name) && !controls.includes(`/${name}.css`));
    expect(missing).toEqual([]);
  });

  it('every class of a CSS module is used, and every class that a component takes from a CSS module exists', () => {
    const wrong = [...usedClasses()].flatMap(([sheet, used]) => {
      const defined = classesOf(sheet);
      const unused = [...defined].filter((name) => !used.has(name));
      const missing = [...used].filter((name) => !defined.has(name));
      return [...unused, ...missing].map((name) => `${sheet}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('every select field of the student site has the shared style and the same chevron icon', () => {
    expect(readSource(sharedSelect)).toMatch(/appearance: none/);
    const site = components.filter((file) => /^src\/(?!staff\/)/.test(file));
    const tags = site.flatMap((file) => {
      const source = readSource(file);
      // The tag ends at the end of the element's attributes, which is where its options or the next element begin.
      return [...source.matchAll(/<(?:select|NativeSelect)\s(?:(?!<(?!Icon)[A-Za-z/])[\s\S])*/g)].map(([tag]) => ({
        file,
        isConsistent: isConsistentSelector(tag, file, source),
      }));
    });
    expect(tags.length).toBeGreaterThan(5);
    expect(tags.filter(({ isConsistent }) => !isConsistent)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('placeholders have a contrast of at least 4.5:1 in %s mode', (scheme) => {
    const rule = /\n::placeholder \{\s+color: var\((--[\w-]+)\);\s+opacity: 1;\s+\}/;
    const [, colour = ''] = rule.exec(readSource('src/app/theme/global.css')) ?? [];
    expect(contrastOf(tokenValue(scheme, colour), tokenValue(scheme, '--surface'))).toBeGreaterThanOrEqual(4.5);
  });

  it('every class in src/app/theme/shared.css is used by a component', () => {
    const words = new Set(components.flatMap((file) => readSource(file).match(/[\w-]+/g) ?? []));
    expect([...sharedClasses().keys()].filter((name) => !words.has(name))).toEqual([]);
  });

  it('no element has two classes of src/app/theme/shared.css that set the same property', () => {
    const shared = sharedClasses();
    const conflicts = components.flatMap((file) =>
      [...readSource(file).matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)].flatMap(([, plain, template]) => {
        const names = (plain ?? template ?? '').split(/\s+/);
        const set = names.flatMap((name) => shared.get(name) ?? []);
        return new Set(set).size < set.length ? [`${file}: ${names.join(' ')}`] : [];
      }),
    );
    expect(conflicts).toEqual([]);
  });
});
