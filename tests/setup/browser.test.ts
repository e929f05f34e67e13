import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findChromium } from '../../setup/browser.mjs';

const folder = await mkdtemp(join(tmpdir(), 'landfall-browser-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const chrome = join(folder, 'google-chrome');
await writeFile(chrome, '#!/bin/sh\n');
await chmod(chrome, 0o755);

test('takes the browser that CHROMIUM_PATH names', () => {
  expect(findChromium({ CHROMIUM_PATH: chrome, PATH: '' })).toBe(chrome);
});

test('says so when CHROMIUM_PATH names none', () => {
  expect(() => findChromium({ CHROMIUM_PATH: join(folder, 'gone'), PATH: folder })).toThrow(
    /CHROMIUM_PATH is no program/,
  );
});

test('else takes the first on the path, or none', () => {
  expect(findChromium({ PATH: `/nowhere:${folder}` })).toBe(chrome);
  expect(findChromium({ PATH: '/nowhere' })).toBeUndefined();
});
