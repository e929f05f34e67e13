import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from './combination.ts';

const cell = (text: string) => text.replaceAll('|', '·').replaceAll(/\s+/g, ' ').trim() || '–';

function row({ condition, state, hasWorker, shown, added, faults }: Outcome): string {
  const rows = Object.entries(added).map(([table, count]) => `${table} ${count > 0 ? '+' : ''}${count}`);
  const cells = [condition, state, hasWorker ? 'installed' : 'none', shown, rows.join(', '), faults.join('; ')];
  return `| ${cells.map(cell).join(' | ')} |`;
}

const head = [
  '| Network | What the student does | Worker | What was shown | Rows in the database | Faults |',
  '| --- | --- | --- | --- | --- | --- |',
];

/**
 * Writes the file under a temporary name and then renames it, because another Playwright worker may read it at the same
 * time and must not find it half written.
 */
async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}

/**
 * Stores the results of one journey, and rewrites `bad-networks.md`, the table of all results that this test run has
 * stored so far.
 */
export async function writeOutcomes(outputDir: string, name: string, outcomes: readonly Outcome[]): Promise<void> {
  const folder = join(outputDir, 'bad-networks');
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, `${name}.json`), JSON.stringify(outcomes, null, 2));
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).toSorted();
  const all = await Promise.all(files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8'))));
  const found: Outcome[] = all.flat();
  const count = `${found.length} combinations, ${found.filter(({ faults }) => faults.length > 0).length} with faults`;
  await writeWhole(join(outputDir, 'bad-networks.md'), [count, '', ...head, ...found.map(row), ''].join('\n'));
}
