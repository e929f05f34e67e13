import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { readSource, root } from './source-files.ts';

const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.md'),
);
const records = docs.map((file) => basename(file)).filter((file) => /^\d{4}-/.test(file));
const withoutLinks = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** The row of the index that a decision record must have, with single spaces between words. */
function rowOf(file: string): string {
  const [heading = '', , line = ''] = readSource(`docs/decisions/${file}`).split('\n');
  const [, number = '?', title = '?'] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
  const [, status = '?', day = '?'] = /^Status: (.+) · Date: (\d{4}-\d{2}(?:-\d{2})?)$/.exec(line) ?? [];
  return `| ${number} | [${title}](${file}) | ${withoutLinks(status)} | ${day} |`;
}

it('the index of decisions has one row for each record, with the title, status and date of the record', () => {
  const rows = readSource('docs/decisions/README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line));
  expect(rows.map((row) => row.replaceAll(/ +/g, ' ')).toSorted()).toEqual(records.map(rowOf).toSorted());
});

it('every decision record has a status, a date, and the number of its file in its title', () => {
  const wrong = records.filter(
    (file) => rowOf(file).includes('?') || !rowOf(file).startsWith(`| ${parseInt(file, 10)} |`),
  );
  expect(wrong).toEqual([]);
});

it('every link to a decision record in the documentation leads to a file', () => {
  const files = ['README.md', 'CHANGELOG.md', ...docs.map((file) => `docs/${file}`)];
  const linked = files.flatMap((file) => readSource(file).match(/(?<=[(/])\d{4}-[a-z0-9-]+\.md(?=[)#])/g) ?? []);
  expect(linked.length).toBeGreaterThan(records.length);
  expect(linked.filter((file) => !records.includes(file))).toEqual([]);
});
