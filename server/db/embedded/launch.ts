import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../connection/start-error.ts';
import type { Account } from './account.ts';
import { commandFor } from './command.ts';
import { readPostmaster } from './postmaster.ts';

/** How long PostgreSQL may take to accept connections without writing to its log. A recovery logs its progress. */
const READY_TIMEOUT_MS = 60_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Do not use a Unix socket: its path has a length limit, which a deep DATA_DIR would exceed.
  unix_socket_directories: '',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // Settings for a small server on one machine: no I/O worker processes and little memory.
  io_method: 'sync',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  max_connections: '100',
  max_logical_replication_workers: '0',
};

/** The first error in PostgreSQL's log, as one line; if the log has none, a text that names the log. */
async function firstLoggedError(logPath: string): Promise<string | undefined> {
  const lines = (await readFile(logPath, 'utf8').catch(() => '')).split('\n');
  const line = lines.find((text) => /FATAL|PANIC|could not|denied/.test(text));
  return line?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '').trim() ?? `see ${logPath}`;
}

/**
 * Thrown if PostgreSQL cannot start because backends of a killed PostgreSQL are still running. Another try a little
 * later will succeed.
 */
export class BackendsRunningError extends StartError {}

function failedStart(reason: string, logPath: string): StartError {
  const message = `PostgreSQL did not start: ${reason} (see ${logPath})`;
  return /shared memory block/.test(reason) ? new BackendsRunningError(message) : new StartError(message);
}

/**
 * Waits until PostgreSQL accepts connections. On a slow disk, the recovery after a crash may take many minutes; if it
 * were cut off, the next start would begin it anew, and never finish it.
 */
async function waitUntilReady(
  child: ChildProcess,
  log: FileHandle,
  { clusterDir, logPath, readyTimeoutMs = READY_TIMEOUT_MS }: Launch,
): Promise<number> {
  let deadline = Date.now() + readyTimeoutMs;
  let loggedBytes = 0;
  let failure: string | undefined;
  child.once('exit', (code) => {
    failure ??= `exit code ${code}`;
  });
  child.once('error', (error) => {
    failure ??= error.message;
  });
  while (Date.now() < deadline) {
    if (failure) throw failedStart((await firstLoggedError(logPath)) ?? failure, logPath);
    const postmaster = await readPostmaster(clusterDir);
    if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return postmaster.pid;
    const { size } = await log.stat();
    if (size !== loggedBytes) [loggedBytes, deadline] = [size, Date.now() + readyTimeoutMs];
    await pause(10);
  }
  child.kill('SIGQUIT');
  throw new StartError(
    `PostgreSQL is not ready and has logged nothing for ${readyTimeoutMs / 1000} s: see ${logPath}, then start again`,
  );
}

type Launch = {
  postgres: string;
  clusterDir: string;
  logPath: string;
  port: number;
  account?: Account | undefined;
  serverSettings: Record<string, string>;
  /** Called as soon as PostgreSQL runs, which may be long before it accepts connections. */
  onSpawn?: (pid: number) => void;
  /** Set only in tests. */
  readyTimeoutMs?: number;
};

/**
 * Starts PostgreSQL and returns its process id once it accepts connections. PostgreSQL keeps running if this process is
 * killed.
 */
export async function launchPostgres(launch: Launch): Promise<number> {
  const { postgres, clusterDir, logPath, port, account, serverSettings } = launch;
  const all = { ...SETTINGS, ...serverSettings, port: String(port) };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args, options } = await commandFor(postgres, ['-D', clusterDir, ...settings], [clusterDir], account);
  if (existsSync(logPath)) await rename(logPath, `${logPath}.previous`);
  const log = await open(logPath, 'a', 0o600);
  try {
    // Detach PostgreSQL, so that Ctrl-C in a terminal reaches only Node, which finishes its requests before it stops
    // the database.
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child = spawn(file, args, { ...options, cwd: '/', stdio, detached: true, windowsHide: true });
    if (child.pid !== undefined) launch.onSpawn?.(child.pid);
    return await waitUntilReady(child, log, launch);
  } finally {
    await log.close();
  }
}
