import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packParts } from '../../../setup/build/pack-parts.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-parts-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, 'assets', name), text);

test('packParts writes a JSON file that maps the path of each built script and style sheet to its text, except excluded paths', async () => {
  await write('start-1.js', 'start()');
  await write('cart-2.js', 'const sign = "₹";');
  await write('cart-3.css', '.cart{}');
  await write('sans-4.woff2', 'font');
  const packed = await packParts(folder, /^assets\/start-/);
  expect(JSON.parse(await readFile(join(folder, packed), 'utf8'))).toEqual({
    'assets/cart-2.js': 'const sign = "₹";',
    'assets/cart-3.css': '.cart{}',
  });
});

test('the JSON file that packParts writes gets another name when a script or style sheet changes', async () => {
  await write('cart-2.js', 'one');
  const one = await packParts(folder, /^$/);
  await write('cart-2.js', 'two');
  const two = await packParts(folder, /^$/);
  expect(one).toMatch(/^assets\/parts-[\w-]{8}\.json$/);
  expect(two).not.toBe(one);
});
