import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { inTransaction, withRetries } from '../../../../server/db/transactions/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db, url } = await createTestDatabase({ max: 4 });
const prompt = { jitter: () => 0 };

beforeEach(async () => {
  await sql`drop table if exists counters`.execute(db);
  await sql`create table counters (name text primary key, value integer not null)`.execute(db);
  await sql`insert into counters values ('a', 0), ('b', 0)`.execute(db);
});

type Executor = Parameters<Parameters<typeof inTransaction>[1]>[0] | typeof db;

async function value(name: string, executor: Executor = db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from counters where name = ${name}`.execute(executor);
  return rows[0]?.value ?? Number.NaN;
}

/** Resolves once the expected number of callers have arrived; later callers pass at once. */
function meeting(expected: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    if (++arrived >= expected) open();
    await gate;
  };
}

test('if two serializable transactions update the same row, one of them is retried and both succeed', async () => {
  const meet = meeting(2);
  let runs = 0;
  const increment = () =>
    inTransaction(
      db,
      async (transaction) => {
        runs++;
        const seen = await value('a', transaction);
        await meet();
        await sql`update counters set value = ${seen + 1} where name = 'a'`.execute(transaction);
      },
      { ...prompt, isolation: 'serializable' },
    );
  await Promise.all([increment(), increment()]);
  expect(await value('a')).toBe(2);
  // At least one transaction is retried. On a busy machine the retry may conflict again, so there may be more.
  expect(runs).toBeGreaterThanOrEqual(3);
});

test('when two transactions deadlock, one of them is retried', async () => {
  const meet = meeting(2);
  let runs = 0;
  const lockBoth = (first: string, second: string) =>
    inTransaction(
      db,
      async (transaction) => {
        runs++;
        await sql`update counters set value = value + 1 where name = ${first}`.execute(transaction);
        await meet();
        await sql`update counters set value = value + 1 where name = ${second}`.execute(transaction);
      },
      prompt,
    );
  await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
  expect([await value('a'), await value('b')]).toEqual([2, 2]);
  // At least one transaction is retried. On a busy machine the retry may conflict again, so there may be more.
  expect(runs).toBeGreaterThanOrEqual(3);
});

test('a transaction whose connection is lost before the commit is retried on another connection', async () => {
  let runs = 0;
  await inTransaction(
    db,
    async (transaction) => {
      await sql`update counters set value = value + 1 where name = 'a'`.execute(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      if (++runs === 1) await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`select 1`.execute(transaction);
    },
    prompt,
  );
  expect(runs).toBe(2);
  expect(await value('a')).toBe(1);
});

test('a statement that PostgreSQL ends with 57P01 (shutdown) is retried, inside and outside a transaction', async () => {
  const ends: unknown[] = [];
  const endFirst = async (executor: Executor) => {
    const isFirst = ends.length === 0;
    const ending = sql`select pg_terminate_backend(pg_backend_pid(), 5000) where ${isFirst}::boolean`.execute(executor);
    await ending.catch((error: unknown) => {
      ends.push(error);
      throw error;
    });
    return ends.splice(0);
  };
  // The pool may hand out the closed connection once more, so only the first error is certain to be 57P01.
  expect((await inTransaction(db, endFirst, prompt))[0]).toMatchObject({ code: '57P01' });
  expect((await withRetries(() => endFirst(db), prompt))[0]).toMatchObject({ code: '57P01' });
});

test('a transaction that is idle for too long releases its locks, and is retried if the option isRepeatable is set', async () => {
  const impatient = openDatabase(url, { max: 1, idleTransactionTimeoutMs: 50 });
  let runs = 0;
  const pids = async () => {
    const { rows } = await sql`select pid from pg_stat_activity where datname = current_database()
      and state = 'idle in transaction'`.execute(db);
    return rows.length;
  };
  await inTransaction(
    impatient,
    async (transaction) => {
      await sql`update counters set value = value + 1 where name = 'a'`.execute(transaction);
      if (++runs === 1) await expect.poll(pids, { interval: 10, timeout: 5_000 }).toBe(0);
    },
    { ...prompt, isRepeatable: true },
  );
  await impatient.destroy();
  expect([runs, await value('a')]).toEqual([2, 1]);
});

async function loseAtCommit(isRepeatable: boolean): Promise<number> {
  let runs = 0;
  await inTransaction(
    db,
    async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      if (++runs === 1) await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db);
    },
    { ...prompt, isRepeatable },
  );
  return runs;
}

test('a transaction whose connection is lost during the commit throws and is not retried, because it may be committed', async () => {
  await expect(loseAtCommit(false)).rejects.toThrow();
});

test('a transaction with the option isRepeatable is retried if its connection is lost during the commit', async () => {
  expect(await loseAtCommit(true)).toBe(2);
});

test('a transaction that keeps failing throws its last error after the maximum number of attempts', async () => {
  let runs = 0;
  const failing = inTransaction(
    db,
    async (transaction) => {
      runs++;
      await sql`do $$ begin raise exception 'busy' using errcode = '40001'; end $$`.execute(transaction);
    },
    { ...prompt, attempts: 3 },
  );
  await expect(failing).rejects.toMatchObject({ code: '40001' });
  expect(runs).toBe(3);
});

test('a transaction that violates a constraint throws at once, is rolled back and is not retried', async () => {
  let runs = 0;
  const failing = inTransaction(
    db,
    async (transaction) => {
      runs++;
      await sql`update counters set value = 9 where name = 'a'`.execute(transaction);
      await sql`insert into counters values ('b', 1)`.execute(transaction);
    },
    prompt,
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
  expect(await value('a')).toBe(0);
});
