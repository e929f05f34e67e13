import { describe, expect, it } from 'vitest';
import { readSource, sourceFiles } from './source-files.ts';

describe('style sheets', () => {
  it('Mantine’s styles are imported by one ordered, layered file', () => {
    const loose = sourceFiles().filter((file) => /@mantine\/core\/styles/.test(readSource(file)));
    expect(loose).toEqual([]);
    const sheets = [...readSource('src/ui/controls.css').matchAll(/styles\/(\w+)\.css" layer\(mantine\)/g)];
    const order = sheets.map(([, name]) => name);
    expect(order.indexOf('UnstyledButton')).toBeLessThan(order.indexOf('Button'));
    expect(order.indexOf('Input')).toBeLessThan(order.indexOf('PasswordInput'));
  });

  it('every used Mantine control has its style sheet', () => {
    const used = new Set(
      sourceFiles().flatMap((file) =>
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
});
