import { execFile } from 'node:child_process';
import { open, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What PostgreSQL writes of itself in `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; status: string };

const run = promisify(execFile);

/** Reads `postmaster.pid` of a cluster: undefined where none runs or ran. Source: PostgreSQL, miscadmin.h LOCK_FILE_LINE_*. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** True while a process has this id, whoever owns it. */
export function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * True when process `pid` is a living PostgreSQL on this cluster, and not another program that was given its old id.
 * A postmaster's working folder is its cluster; where that cannot be read, its command line names it.
 */
export async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const folder = await realpath(clusterDir);
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && (stdout.includes(clusterDir) || stdout.includes(folder));
}

/**
 * Makes PostgreSQL see a postmaster's file as stale although another program has its id now.
 * PostgreSQL takes its own parent's id for stale, and goes on to check the shared memory of backends that may have outlived
 * their postmaster; deleting the file would skip that.
 */
export async function disownPostmaster(clusterDir: string): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n');
  const file = await open(path, 'r+');
  try {
    await file.truncate();
    await file.writeFile([String(process.pid), ...rest].join('\n'));
  } finally {
    await file.close();
  }
}
