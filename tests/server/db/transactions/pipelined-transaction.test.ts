import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { inPipelinedTransaction } from '../../../../server/db/transactions/pipelined-transaction.ts';
import { FaultProxy } from '../../../faults/database/fault-proxy.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db, url } = await createTestDatabase({ max: 1 });
const prompt = { jitter: () => 0 };

beforeEach(async () => {
  await sql`drop table if exists marks`.execute(db);
  await sql`create table marks (name text primary key)`.execute(db);
});

const mark = (name: string) => sql`insert into marks values (${name})`;
const reading = sql<{ name: string }>`select name from marks order by name`;
const marks = async () => (await reading.execute(db)).rows.map(({ name }) => name);
const thrown = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('statements that a pipelined transaction sends together see each other’s effects and are committed together', async () => {
  const seen = await inPipelinedTransaction(db, async ({ run, commit }) => {
    const [, rows] = await run([mark('a'), reading]);
    await commit([mark('b')]);
    return rows;
  });
  expect(seen).toEqual([{ name: 'a' }]);
  expect(await marks()).toEqual(['a', 'b']);
});

test('a pipelined transaction is rolled back as a whole if a statement that is sent with the commit fails', async () => {
  const failing = inPipelinedTransaction(db, async ({ run, commit }) => {
    await run([mark('a')]);
    await commit([mark('b'), mark('b'), mark('c')]);
  });
  expect(await thrown(failing)).toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([]);
});

test('a pipelined transaction throws the first statement error, and later statements have no effect', async () => {
  const failing = inPipelinedTransaction(db, ({ run }) => run([mark('a'), sql`select 1 / 0`, mark('b')]));
  expect(await thrown(failing)).toMatchObject({ code: '22012' });
  expect(await marks()).toEqual([]);
});

test('a pipelined transaction whose callback throws or does not commit is rolled back', async () => {
  const giving = inPipelinedTransaction(db, async ({ run }) => {
    await run([mark('a')]);
    throw new Error('given up');
  });
  expect(await thrown(giving)).toMatchObject({ message: 'given up' });
  const forgetting = inPipelinedTransaction(db, ({ run }) => run([mark('a')]));
  expect(await thrown(forgetting)).toMatchObject({ message: 'a transaction was not committed' });
  expect(await marks()).toEqual([]);
});

test('a pipelined transaction whose commit gets no response is retried only with the option isRepeatable', async () => {
  const line = await FaultProxy.open(url);
  const lossy = openDatabase(line.url, { max: 1 });
  let tries = 0;
  const place = (isRepeatable: boolean) => {
    tries = 0;
    line.arm({ at: 'commit', side: 'after' });
    return inPipelinedTransaction(
      lossy,
      async ({ commit }) => {
        tries += 1;
        await commit([sql`insert into marks values (${`${isRepeatable}`}) on conflict do nothing`]);
        return tries;
      },
      { ...prompt, isRepeatable },
    );
  };
  expect(await place(true)).toBe(2);
  expect(await thrown(place(false))).toBeInstanceOf(Error);
  expect(tries).toBe(1);
  expect(await marks()).toEqual(['false', 'true']);
  await lossy.destroy();
  await line.close();
});
