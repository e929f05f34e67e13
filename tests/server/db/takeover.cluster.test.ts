import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/db/connection/client.ts';
import { isRunning, readPostmaster } from '../../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../../server/db/embedded/start-embedded.ts';
import { openConfiguredDatabase } from '../../../server/db/open.ts';
import { createDataFolder } from '../../support/data-folder.ts';
import { killHard, startOwner } from '../../support/owner-process.ts';

const pidFile = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid');

async function killedServer(): Promise<{ dataDir: string; pid: number }> {
  const dataDir = await createDataFolder();
  const { child, line } = await startOwner(dataDir);
  expect(line).toBe('ready');
  await killHard(child);
  const postmaster = await readPostmaster(join(dataDir, 'postgres'));
  return { dataDir, pid: postmaster?.pid ?? 0 };
}

function otherProgram(): ChildProcess {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** A data folder whose PostgreSQL was stopped, and the text of its pid file from the time when it was running. */
async function stoppedCluster(): Promise<{ dataDir: string; lines: string }> {
  const dataDir = await createDataFolder();
  const cluster = await startEmbedded({ dataDir });
  const lines = await readFile(pidFile(dataDir), 'utf8');
  await cluster.stop();
  return { dataDir, lines };
}

async function putPid(dataDir: string, lines: string, pid: number | undefined): Promise<void> {
  await writeFile(pidFile(dataDir), lines.replace(/^\d+/, String(pid)));
}

test('a new server takes over the PostgreSQL of a killed server, and stops this PostgreSQL when the new server stops', async () => {
  const { dataDir, pid } = await killedServer();
  expect(isRunning(pid)).toBe(true);
  const lines: string[] = [];
  const opened = await openConfiguredDatabase({ dataDir, onStage: (line) => lines.push(line) });
  expect(lines).toEqual([`own PostgreSQL taken over (process ${pid})`]);
  await opened.db.insertInto('receipt_numbers').values({ year: 2026, last: 1 }).execute();
  await opened.stop();
  expect(await readPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('a server starts its embedded PostgreSQL again after the server and PostgreSQL were killed', async () => {
  const { dataDir, pid } = await killedServer();
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
  const cluster = await startEmbedded({ dataDir });
  expect(cluster.isTakenOver).toBe(false);
  await cluster.stop();
});

test('the embedded PostgreSQL starts even if another program has the process id in the old postmaster.pid', async () => {
  const { dataDir, lines } = await stoppedCluster();
  const other = otherProgram();
  await putPid(dataDir, lines, other.pid);
  const cluster = await startEmbedded({ dataDir });
  expect(cluster.isTakenOver).toBe(false);
  expect(isRunning(other.pid ?? 0)).toBe(true);
  await cluster.stop();
});

test('the embedded PostgreSQL starts even if no process has the process id in the old postmaster.pid', async () => {
  const { dataDir, lines } = await stoppedCluster();
  const other = otherProgram();
  const gone = once(other, 'exit');
  other.kill('SIGKILL');
  await gone;
  await putPid(dataDir, lines, other.pid);
  const cluster = await startEmbedded({ dataDir });
  expect(cluster.isTakenOver).toBe(false);
  await cluster.stop();
});

test('the embedded PostgreSQL does not take over a running PostgreSQL that rejects the stored password', async () => {
  const { dataDir, pid } = await killedServer();
  const path = join(dataDir, 'postgres.json');
  const settings = await readFile(path, 'utf8');
  await writeFile(path, settings.replace(/"adminPassword": "[^"]*"/, '"adminPassword": "another-password-altogether"'));
  await expect(startEmbedded({ dataDir })).rejects.toThrow(
    `a PostgreSQL that is not ours (process ${pid}) runs on ${join(dataDir, 'postgres')}: stop it (kill -INT ${pid}) and start again`,
  );
  expect(isRunning(pid)).toBe(true);
});

test('a command that finds the embedded PostgreSQL in recovery advises waiting instead of stopping PostgreSQL', async () => {
  const { dataDir } = await stoppedCluster();
  const clusterDir = join(dataDir, 'postgres');
  // With these settings, PostgreSQL recovers for ever, and accepts no connections meanwhile.
  await writeFile(join(clusterDir, 'standby.signal'), '', { mode: 0o666 });
  await appendFile(join(clusterDir, 'postgresql.auto.conf'), 'hot_standby = off\n');
  const recovering = startEmbedded({ dataDir });
  recovering.catch(() => {});
  const readPid = async () => (await readPostmaster(clusterDir))?.pid ?? 0;
  await expect.poll(readPid, { timeout: 60_000 }).toBeGreaterThan(0);
  const pid = await readPid();
  const message = await startEmbedded({ dataDir, mayShare: true }).then(
    () => '',
    (error: Error) => error.message,
  );
  process.kill(pid, 'SIGINT');
  await expect(recovering).rejects.toThrow();
  expect(message).toBe(
    `PostgreSQL (process ${pid}) is starting, recovering or stopping in ${clusterDir}: wait and try again; ${clusterDir}.log shows its progress`,
  );
});

test('onLost is called when the embedded PostgreSQL has stopped', async () => {
  const dataDir = await createDataFolder();
  let message = '';
  const cluster = await startEmbedded({
    dataDir,
    onLost: (error) => {
      message = error.message;
    },
  });
  process.kill(cluster.pid, 'SIGINT');
  await expect.poll(() => message, { timeout: 10_000 }).toContain('PostgreSQL has stopped');
});

test('the server still holds its lock on the database after PostgreSQL has recovered from a crashed connection', async () => {
  const dataDir = await createDataFolder();
  const lost: Error[] = [];
  const cluster = await startEmbedded({ dataDir, onLost: (error) => lost.push(error) });
  const db = openDatabase(cluster.url, { max: 1 });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  const holders = sql<{ count: number }>`select count(*) from pg_locks where locktype = 'advisory'`;
  const count = () =>
    holders.execute(db).then(
      (found) => found.rows[0]?.count,
      () => undefined,
    );
  await expect.poll(count, { timeout: 20_000 }).toBe(1);
  expect(lost).toEqual([]);
  await db.destroy();
  await cluster.stop();
});
