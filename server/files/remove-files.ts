import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import { deleteFileRow, dropFailedUpload, dropStaleFiles } from './stale-file.repo.ts';
import type { UploadDeps } from './upload/receive-upload.ts';

const hour = 3_600_000;
/** An unfinished upload that is older than this has failed, because no upload takes this long. */
const maxReceivingAge = hour;
/**
 * How long an upload is kept although no document or profile refers to it. So a form that was left open overnight can
 * still be saved.
 */
const maxUnattachedAge = 24 * hour;
const batchSize = 100;
const maxBatches = 100;

type Deps = Pick<UploadDeps, 'db' | 'blobs'>;

async function removeFile({ db, blobs }: Deps, id: string): Promise<void> {
  await blobs.remove(id);
  await deleteFileRow(db, id);
}

/**
 * Removes the file of a failed upload. Its row is deleted last, so that the file is found again if deleting its bytes
 * fails.
 */
export async function removeFailedUpload(deps: Deps, id: string): Promise<void> {
  if (await dropFailedUpload(deps.db, id)) await removeFile(deps, id);
}

/**
 * Removes the incomplete files that processes left behind when they died. Their age is computed by the system clock,
 * which also made their timestamps, and not by `deps.clock`, which tests may set to another time.
 */
async function removeOldSpoolFiles(spoolDir: string): Promise<void> {
  const names = await readdir(spoolDir).catch(() => []);
  for (const name of names) {
    const path = join(spoolDir, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > maxReceivingAge) await rm(path, { force: true });
  }
}

/**
 * Removes files that are no longer needed: unfinished uploads older than an hour, uploads older than a day to which
 * nothing refers, and files marked as dropped. If a file cannot be removed, its row remains, so that the next call
 * tries again.
 */
export async function sweepFiles(deps: Deps & Pick<UploadDeps, 'clock' | 'spoolDir'>): Promise<JobRun> {
  const now = deps.clock.now();
  const before = { receiving: new Date(now - maxReceivingAge), unattached: new Date(now - maxUnattachedAge) };
  const run: JobRun = { attempted: 0, failures: [] };
  for (let batch = 0; batch < maxBatches && run.failures.length === 0; batch++) {
    const ids = await dropStaleFiles(deps.db, before, batchSize);
    for (const id of ids) await removeFile(deps, id).catch((error: unknown) => run.failures.push(error));
    run.attempted += ids.length;
    if (ids.length < batchSize) break;
  }
  await removeOldSpoolFiles(deps.spoolDir);
  return run;
}
