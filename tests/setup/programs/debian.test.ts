import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { runQuietly } from '../../../setup/command.mjs';
import { installFromDebian } from '../../../setup/programs/debian.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-debian-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

test('apt-get is called with a network timeout of 30 seconds, for the package list and for the packages', async () => {
  const calls = join(folder, 'calls');
  await writeFile(join(folder, 'apt-get'), `#!/bin/sh\necho "$@" >> ${calls}\n`);
  await chmod(join(folder, 'apt-get'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  await installFromDebian('nginx', 'xvfb');
  const [update, install] = (await readFile(calls, 'utf8')).split('\n');
  expect(update).toMatch(/^update .*-o Acquire::http::Timeout=30 -o Acquire::https::Timeout=30/);
  expect(install).toMatch(/^install .*-o Acquire::http::Timeout=30 .*--no-install-recommends nginx xvfb$/);
});

test('a program that exceeds its time limit is ended, even if a program that it has started keeps the output open', async () => {
  const startedAt = performance.now();
  const late = runQuietly('sh', ['-c', 'echo loading; sleep 20 & wait'], { timeout: 200 });
  await expect(late).rejects.toThrow(/^loading\nsh -c .* did not end within 0\.2 s$/);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
