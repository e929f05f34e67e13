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
    /** Asked once by each test file that needs PostgreSQL; answers `{ url, adminUrl }`. */
    clusterAddress: string;
  }
}

async function endLeftover(dataDir: string): Promise<void> {
  const clusterDir = join(dataDir, 'postgres');
  const postmaster = await readPostmaster(clusterDir);
  if (postmaster) await stopPostmaster(postmaster.pid, clusterDir);
  await rm(dataDir, { recursive: true, force: true });
}

/** Ends what a run that was killed left behind. */
async function sweep(): Promise<void> {
  for (const parent of scratchParents) {
    const left = (await readdir(parent).catch(() => [])).filter((name) => name.startsWith(PREFIX));
    for (const name of left) {
      const runner = Number(name.slice(PREFIX.length).split('-')[0]);
      if (!isRunning(runner)) await endLeftover(join(parent, name));
    }
  }
}

// Nothing here outlives the run. Tests of durability have clusters of their own, with the product's settings.
const fastSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

type Cluster = { url: string; adminUrl: string; stop: () => Promise<void> };

async function startCluster(): Promise<Cluster> {
  await sweep();
  const dataDir = await makeScratchFolder(`${PREFIX}${process.pid}-`);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    // Closed to others by mkdtemp; PostgreSQL may run as another user.
    await chmod(dataDir, 0o755);
    const { url, adminUrl, stop } = await startEmbedded({ dataDir, serverSettings: fastSettings });
    // The cluster's own database is the template: every test file gets a copy of it.
    const template = openDatabase(url, { max: 2 });
    await migrate(template).finally(() => template.destroy());
    return { url, adminUrl, stop: () => stop().then(remove) };
  } catch (error) {
    await endLeftover(dataDir);
    throw error;
  }
}

/** One PostgreSQL a run, outside the project, started when the first test file asks for it: pure tests never wait for it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const server = createServer((_request, reply) => {
    // A connection that is kept could be closed here just when a test file uses it again.
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
