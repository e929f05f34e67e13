import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { createContentFolder } from '../content/content-folder.ts';

const { db, url } = await createTestDatabase();
const cli = join(import.meta.dirname, '../../../server/cli/landfall.ts');

// Every test starts processes; a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 });

type Ended = { code: number | null; out: string; err: string };

async function landfall(words: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [cli, ...words], { env: { ...process.env, ...env } });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += chunk));
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ended, code })));
}

it('checks a folder and says that nothing is wrong', async () => {
  const { path } = await createContentFolder();
  expect(await landfall(['content', 'check', path])).toEqual({ code: 0, out: `${path}: no errors\n`, err: '' });
});

it('prints every fault of a folder and ends with 1', async () => {
  const { path, write, remove } = await createContentFolder();
  await write('notices.json', '[');
  await remove('home.json');
  const { code, err } = await landfall(['content', 'check', path]);
  expect(code).toBe(1);
  expect(err).toMatch(/: 2 errors\n {2}home\.json {2}file is missing\n {2}notices\.json {2}is no JSON: .+\n$/);
});

it('loads a folder once, and says so the second time', async () => {
  const { path } = await createContentFolder();
  const first = await landfall(['content', 'load', path], { DATABASE_URL: url });
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.out).toMatch(/: loaded; courses on offer: 2, packages: 1, batches count from \d{4}-\d{2}-\d{2}\n$/);
  const again = await landfall(['content', 'load', path], { DATABASE_URL: url });
  expect(again.out).toContain('nothing to do, this content is loaded already');
  expect(await db.selectFrom('content_loads').selectAll().execute()).toHaveLength(1);
});

it('loads nothing of a faulty folder and ends with 1, without a stack', async () => {
  const { path, write } = await createContentFolder();
  await write('brand.json', '{}');
  const { code, err } = await landfall(['content', 'load', path], { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(err).toMatch(/nothing was loaded:\n {2}brand\.json {2}name {2}is missing\n/);
  expect(err).not.toContain('    at ');
});

it('says how it is used: 0 when asked, 2 when misused', async () => {
  expect(await landfall(['--help'])).toMatchObject({ code: 0, err: '' });
  expect((await landfall(['content', '--help'])).out).toContain('landfall content check [folder]');
  expect((await landfall([])).code).toBe(2);
  expect((await landfall(['content', 'paint'])).code).toBe(2);
  const unknown = await landfall(['contents']);
  expect(unknown.code).toBe(2);
  expect(unknown.err).toContain("there is no command 'contents'");
});
