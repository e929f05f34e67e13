import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { planBatches } from './batch-days.ts';
import type { Content } from './content.ts';

type Planned = ReturnType<typeof planBatches>[number] & { course_id: number };

async function addNew(transaction: Transaction<Database>, planned: string): Promise<void> {
  await sql`
    with planned as (
      select * from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text, start_date date,
        end_date date, status text, capacity integer, taken integer)
    ), added as (
      insert into batches (course_id, content_key, start_date, end_date, status, capacity, taken)
      select course_id, key, start_date, end_date, status, capacity, taken from planned
      order by start_date, course_id
      on conflict (course_id, content_key) do nothing
      returning id, taken
    )
    insert into seat_claims (batch_id, kind, seats) select id, 'office', taken from added where taken > 0`.execute(
    transaction,
  );
}

/** Days of a batch stay as they were first loaded: students may have booked them. */
async function changeKnown(transaction: Transaction<Database>, planned: string): Promise<void> {
  await sql`
    update batches set status = p.status, capacity = greatest(p.capacity, batches.taken)
    from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text, status text, capacity integer)
    where batches.course_id = p.course_id and batches.content_key = p.key
      and (batches.status, batches.capacity) is distinct from (p.status, greatest(p.capacity, batches.taken))`.execute(
    transaction,
  );
}

async function closeUnplanned(transaction: Transaction<Database>, planned: string): Promise<void> {
  await sql`
    update batches set status = 'closed' where content_key is not null and status = 'open' and not exists (
      select from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text)
      where p.course_id = batches.course_id and p.key = batches.content_key)`.execute(transaction);
}

/**
 * Makes the batches of every schedule, with an office claim for seats that are gone from the start. A batch that is there
 * keeps its days; its status and capacity follow the schedule, capacity never below what is taken; one that the
 * schedules no longer name is closed, not deleted.
 */
export async function loadBatches(
  transaction: Transaction<Database>,
  courses: Content['courses'],
  baseDay: string,
): Promise<void> {
  const planned: Planned[] = courses.flatMap(({ course }) =>
    course.batches
      ? planBatches(course.batches, course, baseDay).map((batch) => ({ course_id: course.id, ...batch }))
      : [],
  );
  const json = JSON.stringify(planned);
  await changeKnown(transaction, json);
  await addNew(transaction, json);
  await closeUnplanned(transaction, json);
}
