import { execFile } from 'node:child_process';
import { open, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The contents of `postmaster.pid`, which PostgreSQL writes for its main process. */
export type Postmaster = { pid: number; port: number; status: string };

const run = promisify(execFile);

/**
 * Reads `postmaster.pid` of a cluster; undefined if there is none. The line numbers are those of LOCK_FILE_LINE_* in
 * PostgreSQL's miscadmin.h.
 */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  return { pid: Math.abs(Number(lines[0])), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** True while a process with this id exists, whoever owns it. */
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
 * True if process `pid` is a running PostgreSQL server of this cluster, and not another program that got the same id
 * later. On Linux, the server is recognised by its working directory, which is the cluster's folder; on other systems,
 * by the path of this folder in its command line.
 */
export async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  const folder = await realpath(clusterDir);
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && (stdout.includes(clusterDir) || stdout.includes(folder));
}

/**
 * Makes PostgreSQL treat `postmaster.pid` as stale, although another program now has the process id in this file.
 * Replaces that id by the id of this process: PostgreSQL regards the id of its own parent as stale, and this process
 * will be its parent. Do not delete the file instead: that would skip PostgreSQL's check for backends that are still
 * running.
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
