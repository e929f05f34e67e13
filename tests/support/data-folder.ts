import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readPostmaster } from '../../server/db/embedded/postmaster.ts';
import { stopPostmaster } from '../../server/db/embedded/stop-postmaster.ts';

/**
 * Creates a data folder for one test that starts PostgreSQL itself. A PostgreSQL that still runs in it after the test
 * is stopped.
 */
export async function createDataFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), `landfall-test-${process.pid}-`));
  await chmod(dataDir, 0o755);
  onTestFinished(async () => {
    const clusterDir = join(dataDir, 'postgres');
    const postmaster = await readPostmaster(clusterDir);
    if (postmaster) await stopPostmaster(postmaster.pid, clusterDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}
