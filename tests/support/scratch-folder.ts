import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFileSystem = '/dev/shm';
const enoughBytes = 4 * 1024 ** 3;

function hasRoomInMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize >= enoughBytes && freemem() >= enoughBytes;
  } catch {
    return false;
  }
}

/** The parent folders in which `makeScratchFolder` may create a folder. */
export const scratchParents = [memoryFileSystem, tmpdir()];

/**
 * Makes a folder for a test database, which is deleted after the tests. The folder is in memory if 4 GiB are free
 * there, so that a commit need not wait for the disk. Otherwise it is in the system's temporary folder.
 */
export function makeScratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoomInMemory() ? memoryFileSystem : tmpdir(), prefix));
}
