import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource, root } from '../repository/source-files.ts';
import { type Equivalent, equivalents } from './equivalents.ts';

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Whether the file has the line, with the original code beginning in this line. */
function isFound({ file, line, original }: Equivalent): boolean {
  if (!existsSync(join(root, file))) return false;
  const lines = readSource(file).split('\n');
  return lines.some((text, index) => {
    if (inOneLine(text) !== line) return false;
    const begin = inOneLine(lines.slice(index).join('\n')).indexOf(original);
    return begin >= 0 && begin < line.length;
  });
}

it('each change in equivalents.ts, the list of mutants that no test can detect, quotes a line and code that still exist', () => {
  expect(equivalents.filter((equivalent) => !isFound(equivalent))).toEqual([]);
});
