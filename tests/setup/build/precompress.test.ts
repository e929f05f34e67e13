import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from '../../../setup/build/precompress.ts';

const script = 'const tide = () => "high water";\n'.repeat(100);
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'landfall-packed-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Buffer = script): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(join(folder, place), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort();
}

test('the build writes a Brotli and a gzip copy beside each text file, in every folder', async () => {
  const names = ['shell.html', 'assets/start.js', 'assets/start.css', 'icons/mark.svg', 'manifest.webmanifest'];
  for (const name of names) await write(name);
  expect(await precompress(folder)).toBe(names.length);
  for (const name of names) {
    const packed = { br: await readFile(join(folder, `${name}.br`)), gz: await readFile(join(folder, `${name}.gz`)) };
    expect(brotliDecompressSync(packed.br).toString()).toBe(script);
    expect(gunzipSync(packed.gz).toString()).toBe(script);
    expect(packed.br.length).toBeLessThan(packed.gz.length);
    expect(packed.gz.length).toBeLessThan((await stat(join(folder, name))).size / 10);
  }
});

test('the build writes no compressed copy of fonts, pictures, files under 512 bytes and the build manifest', async () => {
  await write('assets/sans.woff2');
  await write('media/chart.avif');
  await write('robots.txt', 'x'.repeat(511));
  await write('.vite/manifest.json');
  expect(await precompress(folder)).toBe(0);
  expect(await filesIn('.')).toEqual(['chart.avif', 'manifest.json', 'robots.txt', 'sans.woff2']);
});

test('the build compresses files of 512 bytes or more, and compresses them again after a change', async () => {
  await write('robots.txt', 'x'.repeat(512));
  expect(await precompress(folder)).toBe(1);
  await write('robots.txt', 'y'.repeat(600));
  expect(await precompress(folder)).toBe(1);
  expect(brotliDecompressSync(await readFile(join(folder, 'robots.txt.br'))).toString()).toBe('y'.repeat(600));
  expect(await filesIn('.')).toEqual(['robots.txt', 'robots.txt.br', 'robots.txt.gz']);
});
