import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { deleteOldKeys } from '../../../../server/http/idempotency/delete-old-keys.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { statementsOf } from '../../../support/statements.ts';

const { db } = await createTestDatabase();

beforeEach(() => db.deleteFrom('idempotency_keys').execute());

/** Adds `count` idempotency keys of the given age, such as '30 days'. */
const addKeys = (name: string, count: number, age: string) =>
  sql`insert into idempotency_keys (subject, endpoint, key, request_hash, created_at)
    select 'student', 'addToCart', ${name} || '-' || n, '\\x00', now() - ${age}::interval
    from generate_series(1, ${count}) n`.execute(db);

async function remainingNames(): Promise<string[]> {
  const rows = await db.selectFrom('idempotency_keys').select('key').execute();
  return [...new Set(rows.map(({ key }) => key.replace(/-\d+$/, '')))].sort();
}

it('only idempotency keys that are older than thirty days by the clock of the database are deleted', async () => {
  await addKeys('new', 3, '0');
  await addKeys('nearly', 3, '29 days 23 hours 59 minutes');
  await addKeys('old', 3, '30 days 1 second');
  await addKeys('ancient', 3, '400 days');
  expect(await deleteOldKeys(db)).toBe(6);
  expect(await remainingNames()).toEqual(['nearly', 'new']);
  expect(await deleteOldKeys(db)).toBe(0);
});

it('an idempotency key that is exactly thirty days old is not deleted', async () => {
  await db.transaction().execute(async (tx) => {
    await sql`insert into idempotency_keys (subject, endpoint, key, request_hash, created_at)
      select 'student', 'addToCart', age, '\\x00', now() - age::interval
      from unnest(array['720 hours', '720 hours 0.000001 seconds']) age`.execute(tx);
    expect(await deleteOldKeys(tx)).toBe(1);
  });
  expect(await remainingNames()).toEqual(['720 hours']);
});

it('deleteOldKeys deletes expired idempotency keys in several statements until none is left', async () => {
  await addKeys('old', 25, '31 days');
  await addKeys('new', 2, '1 day');
  const statements = await statementsOf(async () => expect(await deleteOldKeys(db, 10)).toBe(25));
  expect(statements).toEqual(Array(3).fill('delete from'));
  expect(await remainingNames()).toEqual(['new']);
});

it('with a batch size of one, deleteOldKeys deletes at most 200 expired idempotency keys in one run', async () => {
  await addKeys('old', 202, '31 days');
  expect(await deleteOldKeys(db, 1)).toBe(200);
  expect(await deleteOldKeys(db, 1)).toBe(2);
});

it('an expired idempotency key that a request has locked is skipped and is deleted by the next run', async () => {
  await addKeys('old', 5, '31 days');
  await db.transaction().execute(async (tx) => {
    await sql`select 1 from idempotency_keys where key = 'old-3' for update`.execute(tx);
    expect(await deleteOldKeys(db)).toBe(4);
  });
  expect(await deleteOldKeys(db)).toBe(1);
});
