import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../start-error.ts';
import type { Account } from './account.ts';
import { commandFor } from './command.ts';
import { readPostmaster } from './postmaster.ts';

const READY_TIMEOUT_MS = 60_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  // Socket paths have a length limit that a deep DATA_DIR would break.
  unix_socket_directories: '',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // One small server on one machine: no helper processes for reading ahead, little memory kept.
  io_method: 'sync',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  max_connections: '100',
  max_logical_replication_workers: '0',
};

/** The first complaint in PostgreSQL's log, for a message of one line. */
async function firstComplaint(logPath: string): Promise<string | undefined> {
  const lines = (await readFile(logPath, 'utf8').catch(() => '')).split('\n');
  const complaint = lines.filter((line) => /FATAL|PANIC|could not|denied/.test(line)).at(0);
  return complaint?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, '').trim() ?? `see ${logPath}`;
}

/** Connections of a killed PostgreSQL have not ended yet: a launch a moment later will do. */
export class OutlivedError extends StartError {}

function failedStart(reason: string, logPath: string): StartError {
  const message = `PostgreSQL did not start: ${reason} (see ${logPath})`;
  return /shared memory block/.test(reason) ? new OutlivedError(message) : new StartError(message);
}

async function waitUntilReady(child: ChildProcess, clusterDir: string, logPath: string): Promise<number> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let failure: string | undefined;
  child.once('exit', (code) => {
    failure ??= `exit code ${code}`;
  });
  child.once('error', (error) => {
    failure ??= error.message;
  });
  while (Date.now() < deadline) {
    if (failure) throw failedStart((await firstComplaint(logPath)) ?? failure, logPath);
    const postmaster = await readPostmaster(clusterDir);
    if (postmaster && postmaster.pid === child.pid && postmaster.status === 'ready') return postmaster.pid;
    await pause(10);
  }
  child.kill('SIGQUIT');
  throw new StartError(`PostgreSQL is not ready after ${READY_TIMEOUT_MS / 1000} s: see ${logPath}, then start again`);
}

/** What a launch needs. */
export type Launch = {
  postgres: string;
  clusterDir: string;
  logPath: string;
  port: number;
  account?: Account | undefined;
};

/** Starts PostgreSQL and answers its process id when it takes connections. It lives on when this process is killed. */
export async function launchPostgres({ postgres, clusterDir, logPath, port, account }: Launch): Promise<number> {
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const { file, args, options } = await commandFor(postgres, ['-D', clusterDir, ...settings], [clusterDir], account);
  if (existsSync(logPath)) await rename(logPath, `${logPath}.previous`);
  const log = await open(logPath, 'a', 0o600);
  try {
    // Its own process group: Ctrl-C in a terminal reaches Node alone, which ends its requests before the database.
    const stdio: ['ignore', number, number] = ['ignore', log.fd, log.fd];
    const child = spawn(file, args, { ...options, cwd: '/', stdio, detached: true, windowsHide: true });
    return await waitUntilReady(child, clusterDir, logPath);
  } finally {
    await log.close();
  }
}
