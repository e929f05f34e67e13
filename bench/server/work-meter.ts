import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../server/db/schema.ts';

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** Processor time of a process so far, in milliseconds (Linux only). */
async function timeOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
  return (user + system) * tickMs;
}

/**
 * What has been used so far: the processor time in milliseconds of the server, of those PostgreSQL processes that serve a
 * connection, and of the load generator, which is this process; and the kilobytes of PostgreSQL's write-ahead log (WAL).
 */
type Work = { server: number; backends: ReadonlyMap<number, number>; client: number; log: number };

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
 * Measures the work that calls cause: the processor time of the server and of the PostgreSQL on this machine, without its
 * cleaning in the background, and the write-ahead log (WAL) that PostgreSQL writes.
 */
export class WorkMeter {
  readonly #read: () => Promise<Work>;
  readonly #sum = { server: 0, database: 0, client: 0, log: 0 };
  #calls = 0;

  constructor(serverPid: number, db: Kysely<Database>) {
    this.#read = () => readWork(serverPid, db);
  }

  /** Runs `load`, which returns how many calls it has made. Adds these calls and the work they caused to the totals. */
  async during<T extends { calls: number }>(load: () => Promise<T>): Promise<T> {
    const before = await this.#read();
    const result = await load();
    const after = await this.#read();
    for (const name of ['server', 'client', 'log'] as const) this.#sum[name] += after[name] - before[name];
    for (const [pid, time] of after.backends) this.#sum.database += time - (before.backends.get(pid) ?? 0);
    this.#calls += result.calls;
    return result;
  }

  /** Prints the work for each call. */
  print(): void {
    const { server, database, client, log } = this.#sum;
    const each = (sum: number) => (sum / this.#calls).toFixed(2);
    console.log(
      `    each: ${each(server)} ms of processor time in the server, ${each(database)} ms in PostgreSQL, ` +
        `${each(client)} ms in the load generator; ${each(log)} KB of log`,
    );
  }
}
