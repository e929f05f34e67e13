import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from '../database-errors.ts';
import { StartError } from '../start-error.ts';
import { connectAdmin } from './admin.ts';
import { disownPostmaster, type Postmaster, readPostmaster, servesCluster } from './postmaster.ts';

const PATIENCE_MS = 15_000;

async function answers(port: number, adminPassword: string): Promise<true | string> {
  try {
    const client = await connectAdmin(port, adminPassword);
    await client.end();
    return true;
  } catch (error) {
    return errorCode(error) || 'no answer';
  }
}

/**
 * The living PostgreSQL of this cluster, left behind by a killed process, once it answers; undefined when there is none
 * (a stale `postmaster.pid`, whose process is dead or another program's, is put out of the way).
 * StartError when one holds the cluster but is not ours or does not answer.
 */
export async function findRunning(clusterDir: string, adminPassword: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const postmaster = await readPostmaster(clusterDir);
    if (!postmaster) return undefined;
    const { pid, port } = postmaster;
    if (!(await servesCluster(pid, clusterDir))) {
      await disownPostmaster(clusterDir);
      return undefined;
    }
    const answer = await answers(port, adminPassword);
    if (answer === true) return postmaster;
    if (answer === '28P01' || answer === '28000') {
      throw new StartError(
        `a PostgreSQL that is not ours (process ${pid}) runs on ${clusterDir}: stop it (kill -INT ${pid}) and start again`,
      );
    }
    // It may be starting, recovering or stopping.
    if (Date.now() > deadline) {
      throw new StartError(
        `PostgreSQL (process ${pid}) holds ${clusterDir} and does not answer (${answer}): stop it (kill -INT ${pid}) and start again`,
      );
    }
    await pause(50);
  }
}
