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
 * Makes a folder for a database that is thrown away after the tests: in memory where 4 GiB of it are free, since
 * PostgreSQL waits for the disk at each commit, else in the system's temporary folder.
 */
export function makeScratchFolder(prefix: string): Promise<string> {
  return mkdtemp(join(hasRoomInMemory() ? memoryFileSystem : tmpdir(), prefix));
}
