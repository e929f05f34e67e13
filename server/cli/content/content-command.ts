import { resolve } from 'node:path';
import * as z from 'zod';
import { faultLine } from '../../content/files/content-fault.ts';
import { readEnv } from '../../env.ts';
import { today } from '../../http/clock.ts';
import type { Action } from '../command/action.ts';
import type { CommandContext, StaffCommand } from '../command/command.ts';
import { withDatabase } from '../command/with-database.ts';

const folder = {
  about: 'the academy’s content; default CONTENT_DIR, else the content folder of this project',
  schema: z.string().optional(),
  isOptional: true,
} as const;

function folderOf(args: Record<string, unknown>, { variables }: CommandContext): string {
  return resolve(typeof args.folder === 'string' ? args.folder : readEnv(variables).CONTENT_DIR);
}

const checkFolder: Action = {
  name: 'check',
  summary: 'prints every fault of a content folder: file, place, reason',
  args: { folder },
  options: {},
  async run({ args }, { context }) {
    const path = folderOf(args, context);
    const { checkContent } = await import('../../content/check/check-content.ts');
    const faults = await checkContent(path);
    if (faults.length === 0) {
      await context.out(`${path}: no errors\n`);
      return 0;
    }
    await context.err(`${path}: ${faults.length} error${faults.length === 1 ? '' : 's'}\n`);
    await context.err(`${faults.map(faultLine).join('\n')}\n`);
    return 1;
  },
};

const loadFolder: Action = {
  name: 'load',
  summary: 'checks the folder and loads it into the database, all of it or nothing',
  args: { folder },
  options: {},
  notes: `Loading the same content again changes nothing. Existing batches keep their dates. What staff set (settings, seats, open or
closed) stays until the same value changes in the content.`,
  async run({ args }, { context }) {
    const path = folderOf(args, context);
    const withStudents = readEnv(context.variables).LANDFALL_ENV !== 'production';
    const { loadContent } = await import('../../content/load/load-content.ts');
    const loaded = await withDatabase(context, ({ db, clock }) =>
      loadContent(db, path, { today: today(clock), withStudents }),
    );
    const counts = `courses on offer: ${loaded.courses}, packages: ${loaded.packages}`;
    const change = loaded.isChanged ? 'loaded' : 'nothing to do, this content is loaded already';
    await context.out(`${path}: ${change}; ${counts}, batches count from ${loaded.baseDay}\n`);
    for (const name of loaded.overruled ?? []) await context.out(`set by staff, now as the content says: ${name}\n`);
    return 0;
  },
};

/** The staff command `landfall content check|load [folder]`. */
export const contentCommand: StaffCommand = {
  summary: 'The academy’s content folder.',
  actions: [checkFolder, loadFolder],
};
