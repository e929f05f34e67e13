import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { findFirefox, findWebKit } from '../../../setup/programs/other-browsers.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-browsers-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

async function createProgram(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, 0o755);
  return path;
}

test('findFirefox returns the program that FIREFOX_PATH names, or Debian’s Firefox on the PATH, or undefined if there is none', async () => {
  const firefox = await createProgram('firefox-esr');
  expect(findFirefox({ FIREFOX_PATH: firefox, PATH: '' })).toBe(firefox);
  expect(findFirefox({ PATH: folder })).toBe(firefox);
  expect(findFirefox({ PATH: '/nowhere' })).toBeUndefined();
});

test('findWebKit returns undefined unless WebKit’s driver, its browser and a virtual display are all installed', async () => {
  vi.stubEnv('PATH', folder);
  for (const name of ['WEBKIT_DRIVER_PATH', 'XVFB_PATH']) vi.stubEnv(name, '');
  const driver = await createProgram('WebKitWebDriver');
  vi.stubEnv('WEBKIT_BROWSER_PATH', await createProgram('MiniBrowser'));
  expect(findWebKit()).toBeUndefined();
  const display = await createProgram('Xvfb');
  expect(findWebKit()).toEqual({ driver, browser: join(folder, 'MiniBrowser'), display });
});
