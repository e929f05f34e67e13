import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

/** Linux counts the processor time of a process in ticks of 10 ms. */
const tickMs = 10;

/** The processor time that a process has used so far, in milliseconds (Linux only). */
async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * tickMs;
}

/** The resources that have been used so far. */
type Work = {
  /** Processor time of the server, in milliseconds. */
  server: number;
  /** Processor time of each PostgreSQL process that serves a connection, by process id. */
  backends: ReadonlyMap<number, number>;
  /** Processor time of this process, which generates the load. */
  client: number;
  /** Kilobytes written to PostgreSQL's write-ahead log (WAL). */
  log: number;
};

async function readWork(serverPid: number, db: Kysely<Database>): Promise<Work> {
  const { rows } = await sql<{ pids: number[]; log: number }>`
    select array(select pid from pg_stat_activity where backend_type = 'client backend') as pids,
      (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 / 1024 as log`.execute(db);
  const [{ pids, log } = { pids: [], log: 0 }] = rows;
  const backends = new Map(await Promise.all(pids.map(async (pid) => [pid, await timeOf(pid)] as const)));
  const { user, system } = process.cpuUsage();
  return { server: await timeOf(serverPid), backends, client: (user + system) / 1000, log };
}

/**
 * Measures what calls cost: the processor time of the server and of PostgreSQL, and the size of the write-ahead log
 * (WAL) that PostgreSQL writes. PostgreSQL must run on this machine. Its background processes, such as autovacuum, are
 * not counted.
 */
export class WorkMeter {
  readonly #read: () => Promise<Work>;
  readonly #sum = { server: 0, database: 0, client: 0, log: 0 };
  #calls = 0;

  constructor(serverPid: number, db: Kysely<Database>) {
    this.#read = () => readWork(serverPid, db);
  }

  /** Runs `load`, which returns how many calls it made, and adds these calls and their cost to the totals. */
  async during<T extends { calls: number }>(load: () => Promise<T>): Promise<T> {
    const before = await this.#read();
    const result = await load();
    const after = await this.#read();
    for (const name of ['server', 'client', 'log'] as const) this.#sum[name] += after[name] - before[name];
    for (const [pid, time] of after.backends) this.#sum.database += time - (before.backends.get(pid) ?? 0);
    this.#calls += result.calls;
    return result;
  }

  /** Prints averages per call: processor time, and kilobytes written to PostgreSQL's write-ahead log. */
  print(): void {
    const { server, database, client, log } = this.#sum;
    const each = (sum: number) => (sum / this.#calls).toFixed(2);
    console.log(
      `    each: ${each(server)} ms of processor time in the server, ${each(database)} ms in PostgreSQL, ` +
        `${each(client)} ms in the load generator; ${each(log)} KB of log`,
    );
  }
}
