import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const isText = /\.(js|css)$/;

/**
 * Packs the scripts and styles that the service worker precaches into one additional file, `assets/parts-<hash>.json`,
 * whose content is `{ path: text }`. Over a satellite link, 200 single files took a minute, because each request takes
 * most of a second; the packed file takes seconds. `leftOut` matches the paths of files that are not packed: those that
 * the first page has loaded already, and those that are not precached.
 * @returns the path of the written file
 */
export async function packParts(clientDir: string, leftOut: RegExp): Promise<string> {
  const names = (await readdir(join(clientDir, 'assets'))).filter((name) => isText.test(name)).sort();
  const addresses = names.map((name) => `assets/${name}`).filter((address) => !leftOut.test(address));
  const texts = await Promise.all(addresses.map((address) => readFile(join(clientDir, address), 'utf8')));
  const source = JSON.stringify(Object.fromEntries(addresses.map((address, place) => [address, texts[place]])));
  const packed = `assets/parts-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`;
  await writeFile(join(clientDir, packed), source);
  return packed;
}

/**
 * Vite plugin that calls `packParts` as soon as the files of the build are written, before the precache list of the
 * service worker is made.
 */
export function partsInOne(clientDir: string, leftOut: RegExp): Plugin {
  return {
    name: 'landfall:parts-in-one',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle() {
      await packParts(clientDir, leftOut);
    },
  };
}
