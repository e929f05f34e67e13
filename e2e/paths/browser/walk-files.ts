// Walks the path files of a JSON list in the site of this tree and writes how each went, for another tree's judgement.
// Usage: node e2e/paths/browser/walk-files.ts <paths.json> <ends.json>
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as z from 'zod';
import { pathFileSchema } from '../../../contract/path-file.ts';
import { walkInBrowser } from './replay-in-browser.ts';

const [, , from = '', to = ''] = process.argv;
const files = z.array(pathFileSchema).parse(JSON.parse(await readFile(from, 'utf8')));
const { walks } = await walkInBrowser(files);
const ends = walks.map(({ file, steps }) => {
  const place = steps.findIndex(({ faults }) => faults.length > 0);
  return { title: file.title, place, faults: steps[place]?.faults ?? [] };
});
await writeFile(to, JSON.stringify(ends));
