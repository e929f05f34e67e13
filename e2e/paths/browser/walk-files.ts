// Walks the paths of a JSON list on the built site of this source tree and writes the results as JSON. `planted-in-browser.ts` runs
// it in copies of the tree. Usage: node e2e/paths/browser/walk-files.ts <paths.json> <results.json>
import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import * as z from 'zod';
import { pathFileSchema } from '../../../contract/path-file.ts';
import { walkInBrowser } from './replay-in-browser.ts';

const [, , pathsFile = '', resultsFile = ''] = process.argv;
const files = z.array(pathFileSchema).parse(JSON.parse(await readFile(pathsFile, 'utf8')));
const { walks } = await walkInBrowser(files);
const results = walks.map(({ file, steps }) => {
  const step = steps.findIndex(({ faults }) => faults.length > 0);
  return { title: file.title, step, faults: steps[step]?.faults ?? [] };
});
await writeFile(resultsFile, JSON.stringify(results));
