import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, readPostmaster, servesCluster } from './postmaster.ts';

const FAST_MS = 15_000;
const IMMEDIATE_MS = 5_000;

async function isGone(pid: number, clusterDir: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    // PostgreSQL removes `postmaster.pid` just before it exits, so check its process too. A zombie process, which
    // remains in a container without init, counts as ended.
    if ((await readPostmaster(clusterDir))?.pid !== pid && !(await servesCluster(pid, clusterDir))) return true;
    if (!isRunning(pid)) return true;
    await pause(10);
  }
  return false;
}

/** Requests a fast shutdown of PostgreSQL, if it is running, without waiting for it. */
export function requestStop(pid: number): void {
  if (isRunning(pid)) process.kill(pid, 'SIGINT');
}

/**
 * Stops PostgreSQL by a fast shutdown. If that takes more than 15 s, an immediate shutdown follows, after which the
 * next start runs recovery.
 */
export async function stopPostmaster(pid: number, clusterDir: string): Promise<void> {
  if ((await readPostmaster(clusterDir))?.pid !== pid || !isRunning(pid)) return;
  process.kill(pid, 'SIGINT');
  if (await isGone(pid, clusterDir, FAST_MS)) return;
  process.kill(pid, 'SIGQUIT');
  await isGone(pid, clusterDir, IMMEDIATE_MS);
}
