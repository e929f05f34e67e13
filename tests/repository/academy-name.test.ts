import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { root } from './source-files.ts';

const brand = z
  .object({ name: z.string(), short_name: z.string() })
  .parse(JSON.parse(readFileSync(join(root, 'content/brand.json'), 'utf8')));

/** Text files below a folder, except generated ones and licences. */
const textFiles = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.gen)\.(ts|tsx|html|css|js|json|webmanifest)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));

/** The lines of the files in these folders that contain a text. */
const linesWith = (folders: readonly string[], text: string, allowed = /$^/) =>
  folders.flatMap(textFiles).flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => line.replace(allowed, '').includes(text))
      .map((line) => `${file}: ${line.trim()}`),
  );

it('the source code does not contain the name of the demo academy, which only the content folder defines', () => {
  expect(linesWith(['contract', 'machines', 'public', 'server', 'src', 'sw'], brand.name)).toEqual([]);
});

it('in the pages’ source code, the short name that the demo academy and the product share is used only as the product’s name', () => {
  // The product has the same name as the demo academy. In these places, the name is the product's: its font, the
  // address of one page, and the origin of calendar files.
  const ofTheProduct = /Landfall Sans|whyLandfall|WhyLandfall|-\/\/Landfall\/\//gi;
  expect(linesWith(['public', 'src', 'sw', 'machines'], brand.short_name, ofTheProduct)).toEqual([]);
});
