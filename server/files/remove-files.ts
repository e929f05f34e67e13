import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadParts } from './receive-upload.ts';
import { forgetFile, takeFailedFile, takeStaleFiles } from './stale-file.repo.ts';

const hour = 3_600_000;
/** No upload takes so long. */
const longestReceiving = hour;
/** A dialog left open overnight may still save what it uploaded. */
const longestLoose = 24 * hour;
const batchSize = 100;
const mostBatches = 100;

type Store = Pick<UploadParts, 'db' | 'blobs'>;

async function removeFile({ db, blobs }: Store, id: string): Promise<void> {
  await blobs.remove(id);
  await forgetFile(db, id);
}

/** Removes what an upload that failed has left: bytes first, so that its row names them until they are gone. */
export async function removeFailed(parts: Store, id: string): Promise<void> {
  if (await takeFailedFile(parts.db, id)) await removeFile(parts, id);
}

/** Removes half-written uploads of processes that have died; the clock is the disk's. */
async function emptySpool(spoolDir: string): Promise<void> {
  const names = await readdir(spoolDir).catch(() => []);
  for (const name of names) {
    const path = join(spoolDir, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > longestReceiving) await rm(path, { force: true });
  }
}

export type Swept = { asked: number; failures: unknown[] };

/**
 * Removes what nobody will ask for again: uploads that never ended (an hour), files that nothing names (a day) and those
 * that were dropped. One that cannot be removed stays, with its row, for the next time.
 */
export async function sweepFiles(parts: UploadParts): Promise<Swept> {
  const now = parts.clock.now();
  const before = { receiving: new Date(now - longestReceiving), loose: new Date(now - longestLoose) };
  const swept: Swept = { asked: 0, failures: [] };
  for (let batch = 0; batch < mostBatches && swept.failures.length === 0; batch++) {
    const ids = await takeStaleFiles(parts.db, before, batchSize);
    for (const id of ids)
      await removeFile(parts, id).then(
        () => swept.asked++,
        (error: unknown) => swept.failures.push(error),
      );
    if (ids.length < batchSize) break;
  }
  await emptySpool(parts.spoolDir);
  return swept;
}
