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

/**
 * Days of a batch stay as they were first loaded: students may have booked them. What staff set stays until the schedule
 * says something else than it did. Answers the batches whose staff's word is overruled.
 */
async function changeKnown(transaction: Transaction<Database>, planned: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with judged as (
      select b.id, p.status as said_status, p.capacity as said_capacity, d.staff_status, d.staff_capacity,
        case when coalesce(d.content_status, p.status) = p.status then d.staff_status end as kept_status,
        case when coalesce(d.content_capacity, p.capacity) = p.capacity then d.staff_capacity end as kept_capacity
      from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text, status text, capacity integer)
      join batches b on b.course_id = p.course_id and b.content_key = p.key
      left join batch_decisions d on d.batch_id = b.id
    ), changed as (
      update batches b set status = coalesce(j.kept_status, j.said_status),
        capacity = greatest(coalesce(j.kept_capacity, j.said_capacity), b.taken)
      from judged j where b.id = j.id and (b.status, b.capacity) is distinct from
        (coalesce(j.kept_status, j.said_status), greatest(coalesce(j.kept_capacity, j.said_capacity), b.taken))
    ), remembered as (
      insert into batch_decisions as d (batch_id, content_status, content_capacity)
      select id, said_status, said_capacity from judged
      on conflict (batch_id) do update set content_status = excluded.content_status,
        content_capacity = excluded.content_capacity,
        staff_status = case when coalesce(d.content_status, excluded.content_status) = excluded.content_status
          then d.staff_status end,
        staff_capacity = case when coalesce(d.content_capacity, excluded.content_capacity) = excluded.content_capacity
          then d.staff_capacity end
      where (d.content_status, d.content_capacity) is distinct from (excluded.content_status, excluded.content_capacity)
    )
    select id from judged where (staff_status, staff_capacity) is distinct from (kept_status, kept_capacity)
    order by id`.execute(transaction);
  return rows.map(({ id }) => id);
}

async function closeUnplanned(transaction: Transaction<Database>, planned: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_overruled: boolean }>`
    with unplanned as (
      select b.id, d.staff_status is not null as is_overruled from batches b
      left join batch_decisions d on d.batch_id = b.id
      where b.content_key is not null and d.content_status is distinct from 'closed' and not exists (
        select from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text)
        where p.course_id = b.course_id and p.key = b.content_key)
    ), closed as (
      update batches b set status = 'closed' from unplanned u where b.id = u.id and b.status = 'open'
    ), remembered as (
      insert into batch_decisions (batch_id, content_status) select id, 'closed' from unplanned
      on conflict (batch_id) do update set content_status = 'closed', staff_status = null
    )
    select id, is_overruled from unplanned order by id`.execute(transaction);
  return rows.flatMap(({ id, is_overruled }) => (is_overruled ? [id] : []));
}

/**
 * Makes the batches of every schedule, with an office claim for seats that are gone from the start. A batch that is there
 * keeps its days; its status and capacity follow the schedule (what staff set: `changeKnown`), capacity never below what
 * is taken; one that the schedules no longer name is closed, not deleted. Answers what of staff was overruled.
 */
export async function loadBatches(
  transaction: Transaction<Database>,
  courses: Content['courses'],
  baseDay: string,
): Promise<string[]> {
  const planned: Planned[] = courses.flatMap(({ course }) =>
    course.batches
      ? planBatches(course.batches, course, baseDay).map((batch) => ({ course_id: course.id, ...batch }))
      : [],
  );
  const json = JSON.stringify(planned);
  await addNew(transaction, json);
  const overruled = [...(await changeKnown(transaction, json)), ...(await closeUnplanned(transaction, json))];
  return overruled.map((id) => `batch ${id}`);
}
