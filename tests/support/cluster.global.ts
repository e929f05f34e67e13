import { chmod, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../server/db/connection/client.ts';
import { isRunning, readPostmaster } from '../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../server/db/embedded/start-embedded.ts';
import { stopPostmaster } from '../../server/db/embedded/stop-postmaster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { makeScratchFolder, scratchParents } from './scratch-folder.ts';

const PREFIX = 'landfall-test-';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * A URL that a test file requests once if it needs PostgreSQL. The JSON response contains the database URLs `url`
     * and `adminUrl`.
     */
    clusterAddress: string;
  }
}

async function endLeftover(dataDir: string): Promise<void> {
  const clusterDir = join(dataDir, 'postgres');
  const postmaster = await readPostmaster(clusterDir);
  if (postmaster) await stopPostmaster(postmaster.pid, clusterDir);
  await rm(dataDir, { recursive: true, force: true });
}

/** Cleans up after test runs that were killed: stops their PostgreSQL and deletes their data folders. */
async function sweep(): Promise<void> {
  for (const parent of scratchParents) {
    const left = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(PREFIX));
    for (const name of left) {
      const runner = Number(name.slice(PREFIX.length).split('-')[0]);
      if (!isRunning(runner)) await endLeftover(join(parent, name));
    }
  }
}

// Switch off what makes PostgreSQL survive a crash, because it costs time and the data does not outlive the test run.
// Tests of durability start PostgreSQL themselves, with the product's settings.
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

type Cluster = { url: string; adminUrl: string; stop: () => Promise<void> };

async function startCluster(): Promise<Cluster> {
  await sweep();
  const dataDir = await makeScratchFolder(`${PREFIX}${process.pid}-`);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    // Let all users read the data folder, because PostgreSQL may run as another user. mkdtemp lets only the current
    // user read it.
    await chmod(dataDir, 0o755);
    const { url, adminUrl, stop } = await startEmbedded({ dataDir, serverSettings: fastSettings });
    // The database `landfall` of this PostgreSQL is the template: every test file gets a copy of it.
    const template = openDatabase(url, { max: 2 });
    await migrate(template).finally(() => template.destroy());
    return { url, adminUrl, stop: () => stop().then(remove) };
  } catch (error) {
    await endLeftover(dataDir);
    throw error;
  }
}

/**
 * Provides one PostgreSQL for each test run, with its data outside the project folder. PostgreSQL starts when the first
 * test file requests it, so tests without a database never wait for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const server = createServer((_request, reply) => {
    // Close each HTTP connection after its response: a connection that is kept alive could time out just when a test
    // file uses it again.
    reply.setHeader('connection', 'close');
    cluster ??= startCluster();
    cluster.then(
      ({ url, adminUrl }) => reply.end(JSON.stringify({ url, adminUrl })),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  project.provide('clusterAddress', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await cluster?.catch(() => undefined))?.stop();
  };
}
