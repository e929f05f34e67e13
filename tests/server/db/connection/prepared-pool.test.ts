import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../support/database.ts';

const { db } = await createTestDatabase({ max: 1 });

async function prepared(mark: string): Promise<number> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.filter((row) => row.statement.includes(mark)).length;
}

test('an SQL statement is prepared from its second use on and still returns the same rows', async () => {
  const double = (number: number) =>
    sql<{ twice: number }>`select ${number}::integer * 2 as twice /* twice */`.execute(db);
  expect((await double(1)).rows).toEqual([{ twice: 2 }]);
  expect(await prepared('/* twice */')).toBe(0);
  expect((await double(2)).rows).toEqual([{ twice: 4 }]);
  expect((await double(3)).rows).toEqual([{ twice: 6 }]);
  expect(await prepared('/* twice */')).toBe(1);
});

test('a prepared statement that fails can be run again with other values, and the connection stays usable', async () => {
  const divide = (by: number) => sql`select 1 / ${by}::integer as part`.execute(db);
  for (const _ of [1, 2, 3]) await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  expect((await divide(1)).rows).toEqual([{ part: 1 }]);
});

test('an SQL statement without parameters is not prepared', async () => {
  for (const _ of [1, 2, 3]) await sql`select 1 as one /* plain */`.execute(db);
  expect(await prepared('/* plain */')).toBe(0);
});
