import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readPostmaster } from '../../server/db/embedded/postmaster.ts';
import { stopPostmaster } from '../../server/db/embedded/stop-postmaster.ts';

/**
 * Creates a data folder for a test that starts PostgreSQL itself. If that PostgreSQL still runs after the test, it is
 * stopped.
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
