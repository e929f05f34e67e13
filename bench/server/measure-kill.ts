import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/db/connection/client.ts';
import { readPostmaster } from '../../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../../server/db/embedded/start-embedded.ts';
import { serverCommand } from '../../setup/server-command.mjs';
import { type Child, startChild, timeStart } from '../child.ts';
import { dealer, mark, median } from '../measure.ts';
import { RawClient } from './load.ts';
import { type Order, orderWriter, seedOrders } from './order-load.ts';

const kills = 5;
const clients = 8;
const students = 10_000;
/**
 * `loadedMs`: how long orders are placed before each kill. `budgetMs`: the maximum time of the recovery. Both in
 * milliseconds.
 */
const [loadedMs, budgetMs] = [1_500, 5_000];

async function checkpoint(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

async function seedShop(dataDir: string): Promise<() => string> {
  const shared = await startEmbedded({ dataDir, mayShare: true });
  const db = openDatabase(shared.url, { max: 2 });
  try {
    const { hot } = await seedOrders(db, students, 1);
    const write = await orderWriter(db);
    // Make PostgreSQL write a checkpoint, so that its recovery replays only the orders and not the inserted test data.
    await checkpoint(shared.adminUrl);
    const next: () => Order = dealer(hot);
    return () => write(next());
  } finally {
    await db.destroy();
  }
}

/** Places orders without pause and calls `kill` meanwhile. */
async function killUnderLoad(port: number, request: () => string, kill: () => void): Promise<void> {
  let isOver = false;
  const order = async (caller: RawClient) => {
    while (!isOver) await caller.send(request());
  };
  const connections = Array.from({ length: clients }, () => new RawClient(port));
  const loads = connections.map((connection) => order(connection).catch(() => connection.close()));
  await pause(loadedMs);
  kill();
  isOver = true;
  await Promise.all(loads);
}

/**
 * Kills the server and PostgreSQL while orders are placed, then starts the server again, which starts PostgreSQL and
 * lets it recover the database. Measures the time from the start of the server process until `/api/health` returns 200.
 */
export async function measureKill(dataDir: string, variables: Record<string, string>): Promise<void> {
  const own = { ...variables, DATA_DIR: dataDir };
  let server: Child = await startChild(serverCommand, own);
  const { port } = server;
  const times: number[] = [];
  try {
    const request = await seedShop(dataDir);
    for (let round = 0; round < kills; round++) {
      const postmaster = await readPostmaster(join(dataDir, 'postgres'));
      const victims = [server.pid, postmaster?.pid ?? 0].filter((pid) => pid > 0);
      await killUnderLoad(port, request, () => victims.forEach((pid) => void process.kill(pid, 'SIGKILL')));
      const { ms, child } = await timeStart(port, own);
      server = child;
      times.push(ms);
    }
  } finally {
    await server.stop();
  }
  const slowest = Math.max(...times);
  const summary = `median ${median(times).toFixed(0)} ms, slowest of ${kills} ${slowest.toFixed(0)} ms`;
  console.log(
    `Ready again after kill -9 of server and PostgreSQL: ${summary} (at most ${budgetMs})${mark(slowest <= budgetMs)}`,
  );
  if (slowest > budgetMs) process.exitCode = 1;
}
