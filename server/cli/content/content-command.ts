import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { counted } from '../../../contract/counted.ts';
import { pictureFolders } from '../../../contract/staff/content-pictures.ts';
import { faultLine } from '../../content/files/content-fault.ts';
import { insertAuditEntry } from '../../db/audit-entry.ts';
import { readEnv } from '../../env.ts';
import { today } from '../../http/clock.ts';
import type { Action } from '../command/action.ts';
import { readActor } from '../command/apply-change.ts';
import { flag } from '../command/arg-schemas.ts';
import type { CommandContext, StaffCommand } from '../command/command.ts';
import { UsageError } from '../command/command-errors.ts';
import { withDatabase } from '../command/with-database.ts';
import { countChanges, printChanges } from './print-changes.ts';

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
  exitOne: 'failed, or there are faults',
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
    await context.err(`${path}: ${counted(faults.length, 'error')}\n`);
    await context.err(`${faults.map(faultLine).join('\n')}\n`);
    return 1;
  },
};

const loadFolder: Action = {
  name: 'load',
  summary: 'checks the folder and loads it into the database, all of it or nothing',
  args: { folder },
  options: {
    'dry-run': { about: 'print what would be added, changed and removed; change nothing', schema: flag },
    'overwrite-staff-changes': { about: 'let the content replace what staff changed', schema: flag },
  },
  notes: `Loading the same content again changes nothing. A value that staff changed stays, field by field, until they change it
back or the load overwrites it. A batch with students keeps its dates. No batch is deleted.`,
  async run({ args, options }, { context, command }) {
    const path = folderOf(args, context);
    const isDry = options['dry-run'] === true;
    const overwritesStaff = options['overwrite-staff-changes'] === true;
    const withStudents = readEnv(context.variables).LANDFALL_ENV !== 'production';
    const { loadContent } = await import('../../content/load/load-content.ts');
    const loaded = await withDatabase(context, ({ db, clock }) =>
      loadContent(db, path, {
        today: today(clock),
        withStudents,
        overwritesStaff,
        isDry,
        async onWritten(tx, changes) {
          if (changes.length === 0) return;
          const entry = { actor: readActor(context.variables), command, arguments: { folder: path, ...options } };
          const overwritten = changes.filter(({ action }) => action === 'overwritten');
          const after = { counts: countChanges(changes), ...(overwritten.length > 0 ? { overwritten } : {}) };
          await insertAuditEntry(tx, { ...entry, before: null, after });
        },
      }),
    );
    if (isDry) {
      await context.out(`${path}: dry run, nothing was changed. Without --dry-run:\n`);
      await printChanges(context.out, loaded.changes, true);
      return 0;
    }
    const counts = `courses on offer: ${loaded.courses}, packages: ${loaded.packages}`;
    const isDone = loaded.isChanged || loaded.changes.length > 0;
    const change = isDone ? 'loaded' : 'nothing to do, this content is loaded already';
    await context.out(`${path}: ${change}; ${counts}, batches count from ${loaded.baseDay}\n`);
    if (isDone) await printChanges(context.out, loaded.changes, false);
    return 0;
  },
};

const exportFolder: Action = {
  name: 'export',
  summary: 'writes the content into a new folder, with what staff changed',
  args: { folder: { about: 'a folder that is empty or does not exist yet', schema: z.string() } },
  options: {},
  notes: `Loading the exported folder changes nothing. Pictures that editors uploaded are written too; other pictures and
files are copied from CONTENT_DIR.`,
  async run({ args }, { context }) {
    const path = resolve(String(args.folder));
    const { exportContent } = await import('../../content/export/export-content.ts');
    const from = resolve(readEnv(context.variables).CONTENT_DIR);
    const { files, left } = await withDatabase(context, ({ db, clock }) =>
      exportContent(db, { path, from, today: today(clock) }),
    );
    await context.out(`${path}: ${counted(files, 'file')} written\n`);
    for (const line of left) await context.out(`not in the export: ${line}\n`);
    return 0;
  },
};

const pictureName = /^(\w+)\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
const focusSchema = z
  .string()
  .regex(/^(?:100|\d?\d),(?:100|\d?\d)$/, 'write two percentages, such as 50,30')
  .default('50,50');

const addPicture: Action = {
  name: 'add-picture',
  summary: 'makes the files of a photograph in the content folder, cropped around a focus point',
  args: {
    photo: { about: 'a JPEG, PNG or WebP file, at least 960 pixels wide', schema: z.string() },
    name: { about: 'folder and name of the picture, such as campus/pool', schema: z.string() },
    folder,
  },
  options: {
    focus: { about: 'what must stay in view, in percent from left and top', hint: 'x,y', schema: focusSchema },
  },
  notes: `The folders are campus, courses, packages and people. A picture of the same name is replaced. Name the printed address
in a content file, and describe the picture in the field imageAlt beside it. docs/pictures.md lists the places.`,
  async run({ args, options }, { context }) {
    const { preparePicture, PictureError } = await import('../../content/pictures/prepare-picture.ts');
    const [, named] = pictureName.exec(String(args.name)) ?? [];
    const kind = pictureFolders.find((one) => one === named);
    if (!kind) throw new UsageError(`<name>: write ${pictureFolders.join('/…, ')}/… in small letters`);
    const [x = 50, y = 50] = String(options.focus).split(',').map(Number);
    try {
      const files = await preparePicture(resolve(String(args.photo)), kind, { x, y });
      const stem = join(folderOf(args, context), 'media', String(args.name));
      await mkdir(dirname(stem), { recursive: true });
      for (const { ending, bytes } of files) await writeFile(`${stem}${ending}`, bytes);
      await context.out(`/media/${args.name}${files[0].ending}\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      await context.err(`${args.photo} ${error.message}\n`);
      return 1;
    }
  },
};

/** The staff command `landfall content check|load|export|add-picture`. */
export const contentCommand: StaffCommand = {
  summary: 'The academy’s content folder.',
  actions: [checkFolder, loadFolder, exportFolder, addPicture],
};
