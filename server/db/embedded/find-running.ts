import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../connection/database-errors.ts';
import { StartError } from '../connection/start-error.ts';
import { connectAdmin } from './admin.ts';
import { disownPostmaster, type Postmaster, readPostmaster, servesCluster } from './postmaster.ts';

const RESPONSE_TIMEOUT_MS = 15_000;

/** True when PostgreSQL accepts a connection, otherwise the error code. */
async function tryConnect(port: number, adminPassword: string): Promise<true | string> {
  try {
    const client = await connectAdmin(port, adminPassword);
    await client.end();
    return true;
  } catch (error) {
    return errorCode(error) || 'no answer';
  }
}

/**
 * Waits for the running PostgreSQL of this cluster, left behind by a killed process, to accept connections. Returns undefined
 * when none is running; a stale `postmaster.pid`, whose process is dead or another program, is then made harmless.
 * @throws StartError when the cluster is held by a PostgreSQL that is not ours or does not respond
 */
export async function findRunning(clusterDir: string, adminPassword: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + RESPONSE_TIMEOUT_MS;
  for (;;) {
    const postmaster = await readPostmaster(clusterDir);
    if (!postmaster) return undefined;
    const { pid, port } = postmaster;
    if (!(await servesCluster(pid, clusterDir))) {
      await disownPostmaster(clusterDir);
      return undefined;
    }
    const result = await tryConnect(port, adminPassword);
    if (result === true) return postmaster;
    if (result === '28P01' || result === '28000') {
      throw new StartError(
        `a PostgreSQL that is not ours (process ${pid}) runs on ${clusterDir}: stop it (kill -INT ${pid}) and start again`,
      );
    }
    // It may still be starting, recovering or stopping.
    if (Date.now() > deadline) {
      throw new StartError(
        `PostgreSQL (process ${pid}) holds ${clusterDir} and does not answer (${result}): stop it (kill -INT ${pid}) and start again`,
      );
    }
    await pause(50);
  }
}
