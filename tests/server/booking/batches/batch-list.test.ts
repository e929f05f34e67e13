import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { listBatchesSql } from '../../../../server/booking/batches/batch-list.repo.ts';
import type { Database } from '../../../../server/db/schema.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { batches, courses, seedAcademy } from '../academy-seed.ts';
import { insertHold } from '../seat-holds.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const student = await createStudent(db);

async function readLine(batchId: number, on: Kysely<Database> = db) {
  const { rows } = await listBatchesSql({ courseId: courses.fire }).execute(on);
  return rows.find(({ id }) => id === batchId);
}

const hold = (seats: number, expiresInMs: number) =>
  insertHold(db, { studentId: student.id, batchId: batches.fireSeven, seats, expiresInMs });

it('the staff list of batches counts the seats of an expired seat hold as free and not as held', async () => {
  await hold(2, -1_000);
  expect(await readLine(batches.fireSeven)).toMatchObject({ capacity: 7, booked: 0, held: 0, office: 0, free: 7 });
  await hold(3, 600_000);
  expect(await readLine(batches.fireSeven)).toMatchObject({ held: 3, free: 4 });
});

it('the staff list of batches counts seats reserved for the office as not free', async () => {
  expect(await readLine(batches.fireFull)).toMatchObject({ capacity: 2, held: 0, office: 2, free: 0 });
});

describe('many seats held by unpaid orders', () => {
  const manyHolds = async () =>
    (await listBatchesSql({ hasManyHolds: true }).execute(db)).rows.map(({ id, held }) => ({ id, held }));
  const holdIn = (batchId: number, seats: number, expiresInMs = 600_000) =>
    insertHold(db, { studentId: student.id, batchId, seats, expiresInMs });

  beforeEach(async () => {
    await db.deleteFrom('seat_claims').where('kind', '=', 'hold').execute();
    await db.updateTable('batches').set({ taken: 0 }).where('id', '<>', batches.fireFull).execute();
  });

  it.each([
    ['more than two of 7 seats', batches.fireSeven, 2],
    ['more than seven of 30 seats, about a quarter', batches.fireOpen, 7],
  ])(
    'the staff list of batches marks a batch once unpaid orders hold many of its seats (%s)',
    async (_, batchId, most) => {
      await holdIn(batchId, most);
      expect(await readLine(batchId)).toMatchObject({ held: most, has_many_holds: false });
      expect(await manyHolds()).toEqual([]);
      await holdIn(batchId, 1);
      expect(await readLine(batchId)).toMatchObject({ held: most + 1, has_many_holds: true });
      expect(await manyHolds()).toEqual([{ id: batchId, held: most + 1 }]);
    },
  );

  it('the staff list of batches does not count expired seat holds when it marks batches with many held seats', async () => {
    await holdIn(batches.fireSeven, 2);
    await holdIn(batches.fireSeven, 3, -1_000);
    expect(await readLine(batches.fireSeven)).toMatchObject({ held: 2, free: 5, has_many_holds: false });
    expect(await manyHolds()).toEqual([]);
  });

  it('the staff list of batches counts a seat hold as expired at the moment at which it ends', async () => {
    await holdIn(batches.fireSeven, 4);
    await db.transaction().execute(async (tx) => {
      // Within a transaction, PostgreSQL's now() is always the time at which the transaction began.
      await sql`update seat_claims set expires_at = now() where kind = 'hold'`.execute(tx);
      const line = await readLine(batches.fireSeven, tx);
      expect(line).toMatchObject({ held: 0, free: 7, has_many_holds: false });
    });
  });

  it('the staff list of batches does not count booked seats when it marks batches with many held seats', async () => {
    const id = await holdIn(batches.fireSeven, 2);
    const orderId = await holdIn(batches.fireSeven, 4);
    await db
      .updateTable('seat_claims')
      .set({ kind: 'booking', expires_at: null })
      .where('order_id', '=', orderId)
      .execute();
    expect(await readLine(batches.fireSeven)).toMatchObject({ booked: 4, held: 2, free: 1, has_many_holds: false });
    expect(await manyHolds()).toEqual([]);
    await db.deleteFrom('seat_claims').where('order_id', 'in', [id, orderId]).execute();
  });
});
