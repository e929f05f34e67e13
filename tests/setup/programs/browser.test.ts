import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { chromiumLaunch, findChromium, wholeChromiumLaunch } from '../../../setup/programs/browser.ts';

const folder = await mkdtemp(join(tmpdir(), 'landfall-browser-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function createProgram(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, 0o755);
  return path;
}
const chrome = await createProgram('google-chrome');

test('findChromium returns the program that the environment variable CHROMIUM_PATH names', () => {
  expect(findChromium({ CHROMIUM_PATH: chrome, PATH: '' })).toBe(chrome);
});

test('a CHROMIUM_PATH that is not the path of a program causes an error', () => {
  expect(() => findChromium({ CHROMIUM_PATH: join(folder, 'gone'), PATH: folder })).toThrow(
    /CHROMIUM_PATH is not a program/,
  );
});

test('findChromium returns the first known browser on the PATH, or undefined if there is none', () => {
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chrome);
  expect(findChromium({ PATH: '/nowhere' })).toBeUndefined();
});

test('browser tests prefer the headless shell of Chromium, and benchmarks prefer the full browser', async () => {
  const shell = await createProgram('chromium-headless-shell');
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(chromiumLaunch().executablePath).toBe(shell);
  expect(wholeChromiumLaunch().executablePath).toBe(chrome);
});
