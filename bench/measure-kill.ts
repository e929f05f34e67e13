import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../server/db/client.ts';
import { readPostmaster } from '../server/db/embedded/postmaster.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { serverCommand } from '../setup/server-command.mjs';
import { type Child, startChild, timeStart } from './child.ts';
import { Caller } from './load.ts';
import { dealer, mark, median } from './measure.ts';
import { type Order, orderWriter, seedOrders } from './order-load.ts';

const kills = 5;
const clients = 8;
const students = 10_000;
/** Milliseconds: how long orders are placed before each kill, and how soon there are to be answers again. */
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
    // What is recovered are the orders, not the seed.
    await checkpoint(shared.adminUrl);
    const next: () => Order = dealer(hot);
    return () => write(next());
  } finally {
    await db.destroy();
  }
}

/** Orders without pause until `strike` has ended what serves them. */
async function underLoad(port: number, request: () => string, strike: () => void): Promise<void> {
  let isOver = false;
  const order = async (caller: Caller) => {
    while (!isOver) await caller.send(request());
  };
  const callers = Array.from({ length: clients }, () => new Caller(port));
  const loads = callers.map((caller) => order(caller).catch(() => caller.close()));
  await pause(loadedMs);
  strike();
  isOver = true;
  await Promise.all(loads);
}

/**
 * Kills server and PostgreSQL at once in the midst of orders and starts the server again, which recovers its database:
 * how soon `/api/health` answers well, from the start of the process on.
 */
export async function measureKill(dataDir: string, variables: Record<string, string>): Promise<void> {
  const own = { ...variables, DATA_DIR: dataDir };
  let server: Child = await startChild(serverCommand, own);
  const { port } = server;
  const times: number[] = [];
  try {
    const request = await seedShop(dataDir);
    for (let kill = 0; kill < kills; kill++) {
      const postmaster = await readPostmaster(join(dataDir, 'postgres'));
      const victims = [server.pid, postmaster?.pid ?? 0].filter((pid) => pid > 0);
      await underLoad(port, request, () => victims.forEach((pid) => void process.kill(pid, 'SIGKILL')));
      const { ms, child } = await timeStart(port, own);
      server = child;
      times.push(ms);
    }
  } finally {
    await server.stop();
  }
  const slowest = Math.max(...times);
  const told = `median ${median(times).toFixed(0)} ms, slowest of ${kills} ${slowest.toFixed(0)} ms`;
  console.log(
    `Ready again after kill -9 of server and PostgreSQL: ${told} (at most ${budgetMs})${mark(slowest <= budgetMs)}`,
  );
  if (slowest > budgetMs) process.exitCode = 1;
}
