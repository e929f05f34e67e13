import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedHistory } from '../../../bench/server/order-history.ts';
import { rowsReadBy } from '../../support/rows-read.ts';
import { openAcademy, type StudentBrowser } from '../booking/academy.ts';
import { courses } from '../booking/academy-seed.ts';
import { addFire, pay, placeOrder } from './ordering.ts';

const academy = await openAcademy({}, { max: 1 });
const { db } = academy;

const ordersEach = 200;
const regulars = await Promise.all(Array.from({ length: 5 }, () => academy.enrol()));
await seedHistory(db, sql`select unnest(${regulars.map(({ id }) => id)}::uuid[]) as id`, ordersEach);
// PostgreSQL reads a small table as a whole, so add rows until the tables are as large as those of an academy in use.
await sql`insert into batches (course_id, start_date, end_date, status, capacity)
  select ${courses.radar}, date '2027-01-01' + n, date '2027-01-02' + n, 'open', 10 from generate_series(1, 5000) n`.execute(
  db,
);
await sql`insert into students (first_name, last_name) select 'Other', n::text from generate_series(1, 5000) n`.execute(
  db,
);
await sql`insert into courses select other.* from courses, generate_series(1, 5000) n,
  jsonb_populate_record(courses, jsonb_build_object('id', 10000 + n, 'course_code', 'OTHER-' || n)) other
  where courses.id = ${courses.radar}`.execute(db);
await sql`vacuum analyze`.execute(db);

async function checkOut(student: StudentBrowser): Promise<void> {
  await addFire(student);
  await pay(academy, student, await placeOrder(student));
}

/** The tables of which a whole checkout reads more than a few rows. */
async function tablesReadBy(student: StudentBrowser): Promise<Record<string, number>> {
  const read = await rowsReadBy(db, () => checkOut(student));
  expect(read.orders).toBeGreaterThan(0);
  return Object.fromEntries(Object.entries(read).filter(([, rows]) => rows > 40));
}

describe('the rows that a checkout reads', () => {
  const [regular] = regulars;
  if (!regular) throw new Error('no students with orders');

  it('a checkout reads at most 40 rows of each database table, even for a student with 200 orders', async () => {
    await checkOut(await academy.enrol());
    expect(await tablesReadBy(await academy.enrol())).toEqual({});
    expect(await tablesReadBy(regular)).toEqual({});
    const { rows } = await sql`select from enrolments where student_id = ${regular.id}`.execute(db);
    expect(rows).toHaveLength(ordersEach * 0.75 + 1);
  });
});
