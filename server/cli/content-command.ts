import { resolve } from 'node:path';
import * as z from 'zod';
import { faultLine } from '../content/content-fault.ts';
import { readEnv } from '../env.ts';
import { today } from '../providers/clock.ts';
import type { Action } from './action.ts';
import type { Command, Surroundings } from './command.ts';
import { makeCommand } from './make-command.ts';
import { withDatabase } from './with-database.ts';

const folder = {
  about: 'the academy’s content; default CONTENT_DIR, else the content folder of this project',
  schema: z.string().optional(),
  isOptional: true,
} as const;

function folderOf(words: Record<string, unknown>, { variables }: Surroundings): string {
  return resolve(typeof words.folder === 'string' ? words.folder : readEnv(variables).CONTENT_DIR);
}

const checkFolder: Action = {
  name: 'check',
  summary: 'prints everything that is wrong with a content folder: file, place, reason',
  words: { folder },
  options: {},
  async run({ words }, { around }) {
    const path = folderOf(words, around);
    const { checkContent } = await import('../content/content-check.ts');
    const faults = await checkContent(path);
    if (faults.length === 0) {
      await around.out(`${path}: no errors\n`);
      return 0;
    }
    await around.err(`${path}: ${faults.length} error${faults.length === 1 ? '' : 's'}\n`);
    await around.err(`${faults.map(faultLine).join('\n')}\n`);
    return 1;
  },
};

const loadFolder: Action = {
  name: 'load',
  summary: 'checks the folder, then brings the database to what it says, all of it or nothing',
  words: { folder },
  options: {},
  notes: `Loading the same content again changes nothing. Batches that are there never move. What staff set (settings, seats,
open or closed) stays until the content itself says something else than it did.`,
  async run({ words }, { around }) {
    const path = folderOf(words, around);
    const withStudents = readEnv(around.variables).LANDFALL_ENV !== 'production';
    const { loadContent } = await import('../content/content-load.ts');
    const loaded = await withDatabase(around, ({ db, clock }) =>
      loadContent(db, path, { today: today(clock), withStudents }),
    );
    const counts = `courses on offer: ${loaded.courses}, packages: ${loaded.packages}`;
    const change = loaded.isChanged ? 'loaded' : 'nothing to do, this content is loaded already';
    await around.out(`${path}: ${change}; ${counts}, batches count from ${loaded.baseDay}\n`);
    for (const name of loaded.overruled ?? []) await around.out(`set by staff, now as the content says: ${name}\n`);
    return 0;
  },
};

/** `landfall content check|load [folder]`. */
export const contentCommand: Command = makeCommand('content', 'The academy’s content folder.', [
  checkFolder,
  loadFolder,
]);
