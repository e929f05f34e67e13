import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { releaseOf } from '../../../../server/html/releases/pack-release.ts';

async function idOf(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'landfall-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['shell.html', ...names]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'text');
  }
  return releaseOf(folder);
}

const site = ['assets/start-1.js', 'assets/start-1.js.br'];

it('a build that differs only in a file of the staff console gets another release id', async () => {
  const release = await idOf(...site, 'assets/staff/orders-1.js');
  expect(release).toMatch(/^\w{12}$/);
  expect(await idOf(...site, 'assets/staff/orders-1.js')).toBe(release);
  expect(await idOf(...site, 'assets/staff/orders-2.js')).not.toBe(release);
});

it('a folder without a build has the release id “development”', async () => {
  expect(await idOf()).toBe('development');
});
