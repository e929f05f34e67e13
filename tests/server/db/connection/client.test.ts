import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../server/db/connection/client.ts';
import { createTestDatabase } from '../../../support/database.ts';

const { db, url } = await createTestDatabase();

async function read(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(db);
  return rows[0]?.value;
}

test('a date column is read as text, without a time-zone shift', async () => {
  expect(await read("date '2026-02-28'")).toBe('2026-02-28');
});

test('a bigint column is read as a number', async () => {
  expect(await read('9007199254740991::bigint')).toBe(Number.MAX_SAFE_INTEGER);
  expect(await read('(select count(*) from students)')).toBe(0);
});

test('reading a bigint beyond the safe integers throws, and the connection stays usable', async () => {
  await expect(read('9007199254740992::bigint')).rejects.toThrow('beyond the safe integers');
  expect(await read('1')).toBe(1);
});

test('a numeric column is read as text, a timestamp as a Date', async () => {
  expect(await read('12.50::numeric(6, 2)')).toBe('12.50');
  expect(await read("timestamptz '2026-02-28 00:00+05:30'")).toEqual(new Date('2026-02-27T18:30:00Z'));
});

test('database statements and waits for locks are cancelled at their timeouts', async () => {
  const hasty = openDatabase(url, { max: 2, statementTimeoutMs: 50, lockTimeoutMs: 20 });
  await expect(sql`select pg_sleep(5)`.execute(hasty)).rejects.toMatchObject({ code: '57014' });
  await db.transaction().execute(async (transaction) => {
    await sql`lock table students`.execute(transaction);
    await expect(hasty.selectFrom('students').select('id').execute()).rejects.toMatchObject({ code: '55P03' });
  });
  await hasty.destroy();
});

test('a connection that the database server closes does not crash the process', async () => {
  const lost: Error[] = [];
  const pool = openDatabase(url, { max: 1, onConnectionLost: (error) => lost.push(error) });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(pool);
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  await expect.poll(() => lost.length).toBe(1);
  await expect(sql`select 1`.execute(pool)).resolves.toBeDefined();
  await pool.destroy();
});
