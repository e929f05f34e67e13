import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const isText = /\.(js|css)$/;

/**
 * Writes the scripts and styles that the worker keeps into one file more, `assets/parts-<hash>.json`: `{ address: text }`.
 * An installing worker may fetch three files at a time in Chromium, and over a satellite each waits most of a second: 200
 * parts came in a minute, packed they come in seconds. `leftOut`: addresses of what the first page has loaded anyway, and of
 * what is not kept. Answers the address of what it wrote.
 */
export async function packParts(clientDir, leftOut) {
  const names = (await readdir(join(clientDir, 'assets'))).filter((name) => isText.test(name)).sort();
  const addresses = names.map((name) => `assets/${name}`).filter((address) => !leftOut.test(address));
  const texts = await Promise.all(addresses.map((address) => readFile(join(clientDir, address), 'utf8')));
  const source = JSON.stringify(Object.fromEntries(addresses.map((address, place) => [address, texts[place]])));
  const packed = `assets/parts-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.json`;
  await writeFile(join(clientDir, packed), source);
  return packed;
}

/** Packs the parts as soon as they are written: before the worker's list is made of what is there. */
export function partsInOne(clientDir, leftOut) {
  return {
    name: 'landfall:parts-in-one',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle() {
      await packParts(clientDir, leftOut);
    },
  };
}
