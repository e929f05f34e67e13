import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/db/schema.ts';
import { batches, courses } from '../booking/academy-seed.ts';

type App = { db: Kysely<Database> };

/**
 * Returns the id of a student's waiting list entry. If the student has none, first puts the student on the waiting list
 * of the batch `fireOpen`, although this batch has free seats.
 */
export async function waitingEntry({ db }: App, studentId: string): Promise<number> {
  const batch_id = batches.fireOpen;
  const found = db.selectFrom('waiting_entries').select('id').where('student_id', '=', studentId);
  const earlier = await found.executeTakeFirst();
  if (earlier) return earlier.id;
  const { id } = await db
    .insertInto('waiting_entries')
    .values({ student_id: studentId, course_id: courses.fire, package_id: null, batch_ids: [batch_id] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('waiting_entry_batches').values({ entry_id: id, course_id: courses.fire, batch_id }).execute();
  return id;
}

/** Offers a student a seat in the batch `fireOpen` for one hour. Returns the id of the student's waiting list entry. */
export async function waitingOffer(app: App, studentId: string): Promise<number> {
  const id = await waitingEntry(app, studentId);
  await sql`update waiting_entries set state = 'offered', offered_at = now(), offer_until = now() + interval '1 hour'
    where id = ${id}`.execute(app.db);
  await sql`insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
    values (${batches.fireOpen}, ${id}, 'hold', 1, now() + interval '1 hour')`.execute(app.db);
  await sql`update batches set taken = taken + 1 where id = ${batches.fireOpen}`.execute(app.db);
  return id;
}
