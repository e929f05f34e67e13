import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seatChecks } from '../../../server/booking/reconcile.repo.ts';
import { createTestDatabase } from '../../support/database.ts';
import { createStudent } from '../../support/student.ts';
import { batches, courses, seedAcademy } from './academy-seed.ts';

// The orders of this test: one that is completed with a seat in two batches, one that awaits its payment, and one that
// was declined. Further seats are kept for the office and offered to a student on a waiting list.
const [completed, waiting, declined] = ['LF-2026-000001', 'LF-2026-000002', 'LF-2026-000003'];
const { fireOpen, fireSeven, radarOpen } = batches;

const { db } = await createTestDatabase();
await seedAcademy(db);
const { id: student } = await createStudent(db);
for (const [id, state, receipt, items] of [
  [completed, 'completed', 'HA/1', [fireOpen, radarOpen]],
  [waiting, 'awaiting_payment', null, [fireOpen]],
  [declined, 'declined', null, [fireOpen]],
] as const) {
  await sql`insert into orders (id, student_id, state, subtotal_paise, discount_paise, total_paise, terms_version,
      terms_accepted_at, receipt_number, receipt_details)
    values (${id}, ${student}, ${state}, 0, 0, 0, '1', now(), ${receipt}, ${receipt && '{}'})`.execute(db);
  for (const [position, batchId] of items.entries())
    await sql`with item as (
        insert into order_items (order_id, type, course_id, name, price_paise, position)
        select ${id}, 'course', b.course_id, 'A course', 0, ${position} from batches b where b.id = ${batchId} returning *
      )
      insert into order_item_courses (order_item_id, course_id, batch_id, course_name, batch_start_date, batch_end_date)
      select item.id, item.course_id, b.id, 'A course', b.start_date, b.end_date from item, batches b
      where b.id = ${batchId}`.execute(db);
}
await sql`insert into payment_attempts (id, order_id, number, provider, provider_order_id, state, amount_paise, expires_at)
  values ('waiting-1', ${waiting}, 1, 'sandbox', 'waiting-1', 'open', 0, now() + interval '20 minutes')`.execute(db);
await sql`insert into waiting_entries (student_id, course_id, batch_ids, state, offered_at, offer_until)
  values (${student}, ${courses.fire}, ${[fireSeven]}, 'offered', now(), now() + interval '1 hour')`.execute(db);
await sql`insert into seat_claims (batch_id, order_id, kind, seats, expires_at) values
  (${fireOpen}, ${completed}, 'booking', 1, null), (${radarOpen}, ${completed}, 'booking', 1, null),
  (${fireOpen}, ${waiting}, 'hold', 1, now() + interval '20 minutes')`.execute(db);
await sql`insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
  select ${fireSeven}, id, 'hold', 1, now() + interval '1 hour' from waiting_entries`.execute(db);
await sql`update batches b set taken = (select coalesce(sum(seats), 0) from seat_claims s where s.batch_id = b.id)`.execute(
  db,
);

/** Runs all checks of seats after changes that are rolled back afterwards. Returns what they find, one line each. */
async function find(...changes: Array<RawBuilder<unknown>>): Promise<string[]> {
  const tx = await db.startTransaction().execute();
  try {
    await sql`alter table batches drop constraint batches_check1`.execute(tx);
    for (const change of changes) await change.execute(tx);
    const found: string[] = [];
    for (const { name, query } of seatChecks(sql`a.state = 'created'`))
      for (const { about, text } of (await query.execute(tx)).rows) found.push(`${name}: ${about} ${text}`);
    return found;
  } finally {
    await tx.rollback().execute();
  }
}

const claimOf = (order: string, batchId: number) => sql`order_id = ${order} and batch_id = ${batchId}`;
const expire = (order: string) =>
  sql`update seat_claims set expires_at = '2026-03-10T00:00:00Z' where order_id = ${order}`;
const lower = (batchId: number) => sql`update batches set taken = taken - 1 where id = ${batchId}`;

describe('the checks of seats', () => {
  it('the consistency checks of seats accept seats that are booked, held, offered or reserved for office sales', async () => {
    expect(await find()).toEqual([]);
  });

  it.each<[string, Array<RawBuilder<unknown>>, string[]]>([
    [
      'a counter of taken seats that differs from the seats',
      [sql`update batches set taken = 3 where id = ${fireOpen}`],
      ['counter: batch 1 its counter says 3, its claims add up to 2'],
    ],
    [
      'a batch with more seats taken than it has',
      [sql`update batches set capacity = 1 where id = ${fireOpen}`],
      ['oversold: batch 1 2 of 1 seats claimed'],
    ],
    [
      'a booked seat of an order that was declined',
      [sql`update orders set state = 'declined' where id = ${completed}`],
      [
        `stray claim: order ${completed} is declined and has a booking of 1 in batch 1`,
        `stray claim: order ${completed} is declined and has a booking of 1 in batch 11`,
      ],
    ],
    [
      'a held seat of a batch that the order does not contain',
      [
        sql`update seat_claims set batch_id = ${radarOpen} where ${claimOf(waiting, fireOpen)}`,
        lower(fireOpen),
        sql`update batches set taken = taken + 1 where id = ${radarOpen}`,
      ],
      [
        `wrong claim: order ${waiting} needs seats in batch 11: 0, and claims 1`,
        `no hold: order ${waiting} can be paid and holds no seat in batch 1`,
      ],
    ],
    [
      'more seats than the courses of an order need',
      [
        sql`update seat_claims set seats = 2 where ${claimOf(completed, radarOpen)}`,
        sql`update batches set taken = taken + 1 where id = ${radarOpen}`,
      ],
      [`wrong claim: order ${completed} needs seats in batch 11: 1, and claims 2`],
    ],
    [
      'a seat that is offered to an ended waiting list entry',
      [sql`update waiting_entries set state = 'ended', end_reason = 'left', ended_at = now()`],
      [expect.stringMatching(/^stray offer: waiting entry \d+ is ended and has a seat on offer in batch 2$/)],
    ],
    [
      'an expired hold',
      [expire(waiting)],
      [
        `expired hold: order ${waiting} has a hold in batch 1, which ran out on 2026-03-10 05:30`,
        `no hold: order ${waiting} can be paid and holds no seat in batch 1`,
      ],
    ],
    [
      'a missing hold of an order that can be paid',
      [sql`delete from seat_claims where order_id = ${waiting}`, lower(fireOpen)],
      [`no hold: order ${waiting} can be paid and holds no seat in batch 1`],
    ],
    [
      'a missing booking of a completed order',
      [sql`delete from seat_claims where ${claimOf(completed, radarOpen)}`, lower(radarOpen)],
      [`no booking: order ${completed} is completed and has no seat in batch 11`],
    ],
  ])('the consistency checks of seats find this inconsistency and no other: %s', async (_, changes, found) => {
    expect(await find(...changes)).toEqual(found);
  });

  it.each<[string, Array<RawBuilder<unknown>>]>([
    [
      'an expired hold with a pending payment',
      [
        expire(waiting),
        sql`update payment_attempts set state = 'created'`,
        sql`update orders set created_at = now() - make_interval(secs => hold_seconds) where id = ${waiting}`,
      ],
    ],
    [
      'a hold that expired ten minutes ago',
      [
        sql`update seat_claims set expires_at = now() - interval '10 minutes' where order_id = ${waiting}`,
        sql`update payment_attempts set expires_at = now()`,
      ],
    ],
    [
      'a missing hold of an order whose payment attempt has ended',
      [
        sql`delete from seat_claims where order_id = ${waiting}`,
        lower(fireOpen),
        sql`update payment_attempts set state = 'declined'`,
      ],
    ],
    [
      'a missing seat of a course that was cancelled',
      [
        sql`delete from seat_claims where ${claimOf(completed, radarOpen)}`,
        lower(radarOpen),
        sql`update order_items set cancelled_at = now() where order_id = ${completed} and position = 1`,
      ],
    ],
  ])('the consistency checks of seats do not report this state as inconsistent: %s', async (_, changes) => {
    expect(await find(...changes)).toEqual([]);
  });
});
