import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type Blobs, BlobsUnavailable, type ByteRange, type WholeFile } from './blobs.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Flushes a file, or the list of a folder's files, to the disk, so that it survives a power failure. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Moves a file atomically. If the target is on another file system, the file is first copied beside the target, and the
 * copy is then renamed.
 */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const temporary = `${to}.part`;
    await copyFile(from, temporary, constants.COPYFILE_FICLONE);
    await sync(temporary);
    await rename(temporary, to);
    await rm(from, { force: true });
  }
}

async function store(file: WholeFile, path: string): Promise<void> {
  const folder = dirname(path);
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  await sync(file.path);
  await move(file.path, path);
  await sync(folder);
  // If folders were made, flush the folders that list them too. If a new folder were lost in a power failure, its file
  // would be lost with it.
  if (made) for (const parent of [dirname(folder), dirname(dirname(folder)), dirname(made)]) await sync(parent);
}

async function openFile(path: string, range: ByteRange | undefined): Promise<Readable | null> {
  try {
    const handle = await open(path, 'r');
    return handle.createReadStream(range ? { start: range.first, end: range.last } : {});
  } catch (error) {
    if (isMissing(error) && (await hasStore(path))) return null;
    throw error;
  }
}

/**
 * Whether the store's folder exists. If it does not, the disk may not be mounted, so a file that was not found may
 * still exist.
 */
async function hasStore(path: string): Promise<boolean> {
  return stat(dirname(dirname(dirname(path)))).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const asUnavailable = (error: unknown): never => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  throw new BlobsUnavailable(`the folder of uploads cannot be used (${code})`, { cause: error });
};

/**
 * A store of files in sub-folders of `folder` that are named after the id, such as `ab/cd/abcd…`. Only the operating
 * system's user that runs the server can read the files.
 */
export function diskBlobs(folder: string): Blobs {
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id.slice(2, 4), id);
  return {
    put: (id, file) => store(file, pathOf(id)).catch(asUnavailable),
    open: (id, range) => openFile(pathOf(id), range).catch(asUnavailable),
    async remove(id) {
      await rm(`${pathOf(id)}.part`, { force: true }).catch(asUnavailable);
      await rm(pathOf(id), { force: true }).catch(asUnavailable);
    },
  };
}
