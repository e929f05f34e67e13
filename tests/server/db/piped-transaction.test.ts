import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../server/db/client.ts';
import { inPipedTransaction } from '../../../server/db/piped-transaction.ts';
import { FaultLine } from '../../faults/fault-line.ts';
import { createTestDatabase } from '../../support/database.ts';

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

test('statements that share a round trip see each other, and are committed together', async () => {
  const seen = await inPipedTransaction(db, async ({ run, commit }) => {
    const [, rows] = await run([mark('a'), reading]);
    await commit([mark('b')]);
    return rows;
  });
  expect(seen).toEqual([{ name: 'a' }]);
  expect(await marks()).toEqual(['a', 'b']);
});

test('a statement that fails beside the commit takes everything back, and the connection lives on', async () => {
  const failing = inPipedTransaction(db, async ({ run, commit }) => {
    await run([mark('a')]);
    await commit([mark('b'), mark('b'), mark('c')]);
  });
  expect(await thrown(failing)).toMatchObject({ code: '23505' });
  expect(await marks()).toEqual([]);
});

test('the first statement that fails is the one that is told of, and nothing behind it happens', async () => {
  const failing = inPipedTransaction(db, ({ run }) => run([mark('a'), sql`select 1 / 0`, mark('b')]));
  expect(await thrown(failing)).toMatchObject({ code: '22012' });
  expect(await marks()).toEqual([]);
});

test('work that throws, or forgets to commit, leaves nothing', async () => {
  const giving = inPipedTransaction(db, async ({ run }) => {
    await run([mark('a')]);
    throw new Error('given up');
  });
  expect(await thrown(giving)).toMatchObject({ message: 'given up' });
  const forgetting = inPipedTransaction(db, ({ run }) => run([mark('a')]));
  expect(await thrown(forgetting)).toMatchObject({ message: 'a transaction was not committed' });
  expect(await marks()).toEqual([]);
});

test('a commit whose answer is lost is repeated only where that is safe', async () => {
  const line = await FaultLine.open(url);
  const lossy = openDatabase(line.url, { max: 1 });
  let tries = 0;
  const place = (isRepeatable: boolean) => {
    tries = 0;
    line.arm({ at: 'commit', side: 'after' });
    return inPipedTransaction(
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
