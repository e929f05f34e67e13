import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, open, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { diskBlobs } from '../../../../server/providers/blobs/disk-blobs.ts';

/** From now on, records the paths of files and folders that are flushed to the disk. Linux names an open file's path. */
async function watchFlushed(): Promise<string[]> {
  const probe = await open('/proc/self/exe', 'r');
  const fileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  const flushed: string[] = [];
  const { sync } = fileHandle;
  const watching = vi.spyOn(fileHandle, 'sync').mockImplementation(async function (this: { fd: number }) {
    flushed.push(await readlink(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  onTestFinished(() => watching.mockRestore());
  return flushed;
}

it.runIf(process.platform === 'linux')(
  'storing an upload flushes the file and every folder that got a new entry to the disk',
  async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'landfall-uploads-')));
    onTestFinished(() => rm(folder, { recursive: true }));
    const store = join(folder, 'uploads');
    await mkdir(store);
    const path = join(folder, 'received');
    const bytes = randomBytes(100);
    await writeFile(path, bytes);
    const flushed = await watchFlushed();
    await diskBlobs(store).put('abcdef', {
      path,
      bytes: bytes.length,
      sha256: Buffer.alloc(32),
      mediaType: 'application/pdf',
    });
    expect(new Set(flushed)).toEqual(new Set([path, join(store, 'ab/cd'), join(store, 'ab'), store]));
  },
);
