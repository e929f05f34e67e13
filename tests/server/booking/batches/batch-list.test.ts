import { expect, it } from 'vitest';
import { listBatchesSql } from '../../../../server/booking/batches/batch-list.repo.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { createStudent } from '../../../support/student.ts';
import { batches, courses, seedAcademy } from '../academy-seed.ts';
import { insertHold } from '../seat-holds.ts';

const { db } = await createTestDatabase();
await seedAcademy(db);
const student = await createStudent(db);

async function readLine(batchId: number) {
  const { rows } = await listBatchesSql({ courseId: courses.fire }).execute(db);
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
