import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { UnreadyReason } from '../../contract/health.ts';
import { listMigrations, readAppliedMigrations, whyOutdated } from '../db/migrate.ts';
import type { Database } from '../db/schema.ts';

/** If fewer bytes than this are free on the disk, PostgreSQL and uploads are about to fail. */
export const minFreeBytes = 256 * 1024 * 1024;
/**
 * How long the result of a readiness check is reused, in milliseconds, so that many health checks cannot overload the
 * database.
 */
const reuseMs = 1_000;
const databaseTimeoutMs = 2_000;

/**
 * The size of the disk that contains a folder, and how much of it the server process may still write, in bytes. The
 * folder itself need not exist yet.
 */
export async function readDisk(folder: string): Promise<{ size: number; free: number }> {
  const path = resolve(folder);
  try {
    const { blocks, bavail, bsize } = await statfs(path);
    return { size: blocks * bsize, free: bavail * bsize };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    return readDisk(dirname(path));
  }
}

type ReadinessDeps = {
  db: Kysely<Database>;
  clock: { now(): number };
  dataDir: string;
  isStopping: () => boolean;
  /** Called once if a later release has changed the database so that this one cannot use it any more. */
  onOutdated?: (reason: string) => void;
  freeBytes?: (folder: string) => Promise<number>;
};

/** Rejects if `work` takes longer than `databaseTimeoutMs`. */
async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error('timeout')), databaseTimeoutMs);
  return Promise.race([work, timeout.promise]).finally(() => clearTimeout(timer));
}

/**
 * Returns a function that finds the reasons why this process should get no requests. An empty list means that it is
 * ready.
 */
export function createReadiness({
  db,
  clock,
  dataDir,
  isStopping,
  onOutdated,
  freeBytes = async (folder) => (await readDisk(folder)).free,
}: ReadinessDeps): () => Promise<UnreadyReason[]> {
  let last: { at: number; reasons: Promise<UnreadyReason[]> } | undefined;

  let isOutdatedReported = false;

  async function checkDatabase(): Promise<UnreadyReason[]> {
    try {
      await withTimeout(sql`select 1`.execute(db));
      const [own, applied] = [await listMigrations(), await withTimeout(readAppliedMigrations(db))];
      if (!own.every((name) => applied.includes(name))) return ['migrations'];
      const outdated = await withTimeout(whyOutdated(db, { own, applied }));
      if (outdated && !isOutdatedReported) onOutdated?.(outdated);
      isOutdatedReported ||= outdated !== null;
      return outdated ? ['outdated'] : [];
    } catch {
      return ['database'];
    }
  }

  async function checkDisk(): Promise<UnreadyReason[]> {
    const free = await freeBytes(dataDir).catch(() => 0);
    return free < minFreeBytes ? ['disk'] : [];
  }

  return async () => {
    const now = clock.now();
    if (!last || now - last.at >= reuseMs || now < last.at)
      last = { at: now, reasons: Promise.all([checkDatabase(), checkDisk()]).then((found) => found.flat()) };
    const reasons = await last.reasons;
    return isStopping() ? ['stopping', ...reasons] : reasons;
  };
}
