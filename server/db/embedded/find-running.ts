import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../connection/database-errors.ts';
import { StartError } from '../connection/start-error.ts';
import { connectAdmin } from './admin.ts';
import { disownPostmaster, type Postmaster, readPostmaster, servesCluster } from './postmaster.ts';

const RESPONSE_TIMEOUT_MS = 15_000;
/** PostgreSQL's error code while it is starting, recovering or stopping. */
const CANNOT_CONNECT_NOW = '57P03';

/** Returns true if PostgreSQL accepts a connection, otherwise the error code. */
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
 * Finds the PostgreSQL of this cluster that a killed process has left running, and waits until it accepts connections.
 * If none is running, returns undefined and changes a remaining `postmaster.pid` so that PostgreSQL ignores it. This
 * file may name a process that has ended, or a process id that now belongs to another program.
 * @throws StartError if a PostgreSQL that is not ours uses the cluster, or if it does not respond
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
    // Try again, because PostgreSQL may still be starting, recovering or stopping.
    if (Date.now() > deadline) {
      // Do not advise to stop a recovery: the next start would begin it anew.
      if (result === CANNOT_CONNECT_NOW)
        throw new StartError(
          `PostgreSQL (process ${pid}) is starting, recovering or stopping in ${clusterDir}: wait and try again; ${clusterDir}.log shows its progress`,
        );
      throw new StartError(
        `PostgreSQL (process ${pid}) holds ${clusterDir} and does not answer (${result}): stop it (kill -INT ${pid}) and start again`,
      );
    }
    await pause(50);
  }
}
