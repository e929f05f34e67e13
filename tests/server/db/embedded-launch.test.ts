import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchPostgres } from '../../../server/db/embedded/launch.ts';
import { createDataFolder } from '../../support/data-folder.ts';

/**
 * Writes a program that starts like a PostgreSQL that recovers: it runs `lines` first, and then reports in
 * `postmaster.pid` that it accepts connections.
 */
async function launchSlow(lines: string) {
  const dataDir = await createDataFolder();
  const [postgres, clusterDir] = [join(dataDir, 'slow-postgres'), join(dataDir, 'postgres')];
  await mkdir(clusterDir);
  const ready = `printf '%s\\n\\n\\n5432\\n\\n\\n\\nready\\n' $$ > ${clusterDir}/postmaster.pid`;
  await writeFile(postgres, `#!/bin/sh\n${lines}\n${ready}\nexec sleep 60\n`, { mode: 0o755 });
  const logPath = join(dataDir, 'postgres.log');
  return launchPostgres({ postgres, clusterDir, logPath, port: 5432, serverSettings: {}, readyTimeoutMs: 4_000 });
}

test('a recovery of the embedded PostgreSQL may take longer than the timeout while its log shows progress', async () => {
  const pid = await launchSlow('for step in $(seq 1 30); do echo "redo in progress"; sleep 0.2; done');
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  expect(pid).toBeGreaterThan(0);
});

test('starting the embedded PostgreSQL fails if PostgreSQL is not ready and logs nothing for the length of the timeout', async () => {
  await expect(launchSlow('sleep 60')).rejects.toThrow('PostgreSQL is not ready and has logged nothing for 4 s');
});
