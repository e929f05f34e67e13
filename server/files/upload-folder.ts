import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { StartError } from '../db/connection/start-error.ts';
import type { Database } from '../db/schema.ts';

/** Uploads are refused if less than this share of the disk of their folder is free. */
export const minFreeShare = 0.1;

const idSchema = z.uuid();
const markerOf = (folder: string) => join(folder, 'folder-id');

/** The path of the folder of uploads in DATA_DIR. */
export const uploadFolderOf = (dataDir: string) => join(dataDir, 'files');

/**
 * Reads the id that is stored in a folder of uploads; null if the folder has none yet.
 * @throws StartError if the file with the id is damaged or cannot be read
 */
export async function readFolderId(folder: string): Promise<string | null> {
  const marker = markerOf(folder);
  try {
    const parsed = idSchema.safeParse((await readFile(marker, 'utf8')).trim());
    if (parsed.success) return parsed.data;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new StartError(`${marker} can't be read (${code}): let this user read it, or correct DATA_DIR`);
  }
  throw new StartError(
    `${marker} is damaged: delete it and start again; the next message says which id to write into it`,
  );
}

/**
 * Writes `id` into a folder unless the folder has an id already. Returns the folder's id. Two processes that call
 * this at the same time get the same id.
 */
export async function writeFolderId(folder: string, id: string): Promise<string> {
  const [marker, draft] = [markerOf(folder), `${markerOf(folder)}.${randomUUID()}`];
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, `${id}\n`, { mode: 0o600, flush: true });
    // Unlike `rename`, `link` fails if the target exists, so that an id that another process has just stored is not
    // replaced.
    await link(draft, marker).finally(() => rm(draft, { force: true }));
    return id;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new StartError(`${marker} can't be written (${code}): correct DATA_DIR or its owner`);
    return (await readFolderId(folder)) ?? id;
  }
}

async function readOwnFolder(db: Kysely<Database>): Promise<string | undefined> {
  return (await db.selectFrom('upload_folder').select('id').executeTakeFirst())?.id;
}

/**
 * Checks that the database has the same id as this folder of uploads, or no id yet. A database with another id belongs
 * to another folder.
 * @throws StartError that says what to do
 */
export async function requireOwnFolder(db: Kysely<Database>, folder: string): Promise<void> {
  const [own, found] = [await readOwnFolder(db), await readFolderId(folder)];
  if (own === undefined || own === found) return;
  throw new StartError(
    `the uploads of this database are not in ${folder}: ` +
      'set DATA_DIR of all processes to the same folder on a shared disk, or use a bucket (S3_BUCKET). ' +
      `If all uploads were moved or restored to ${folder}, write ${own} into ${markerOf(folder)}`,
  );
}

/**
 * Assigns a folder of uploads to an external database: at the first start, the folder and the database get the same
 * id. Later starts compare the ids, so that no process stores uploads in a folder that the other processes do not
 * read.
 * @throws StartError if the database belongs to another folder
 */
export async function claimUploadFolder(db: Kysely<Database>, folder: string): Promise<void> {
  if ((await readOwnFolder(db)) === undefined) {
    const id = await writeFolderId(folder, randomUUID());
    await db
      .insertInto('upload_folder')
      .values({ id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await requireOwnFolder(db, folder);
}
