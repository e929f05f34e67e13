import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import type { Content } from '../files/content.ts';
import { planBatches } from './batch-days.ts';

type Planned = ReturnType<typeof planBatches>[number] & { course_id: number };

async function insertNewBatches(transaction: Tx, planned: string): Promise<void> {
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
 * Updates the status and capacity of existing batches, but never their dates, because students may have booked them. A
 * value that staff set stays until the same value changes in the schedule. Returns the ids of batches whose staff
 * values were replaced.
 */
async function updateBatches(transaction: Tx, planned: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with compared as (
      select b.id, p.status as planned_status, p.capacity as planned_capacity, d.staff_status, d.staff_capacity,
        case when coalesce(d.content_status, p.status) = p.status then d.staff_status end as active_status,
        case when coalesce(d.content_capacity, p.capacity) = p.capacity then d.staff_capacity end as active_capacity
      from jsonb_to_recordset(${planned}::jsonb) as p (course_id integer, key text, status text, capacity integer)
      join batches b on b.course_id = p.course_id and b.content_key = p.key
      left join batch_decisions d on d.batch_id = b.id
    ), changed as (
      update batches b set status = coalesce(j.active_status, j.planned_status),
        capacity = greatest(coalesce(j.active_capacity, j.planned_capacity), b.taken)
      from compared j where b.id = j.id and (b.status, b.capacity) is distinct from
        (coalesce(j.active_status, j.planned_status), greatest(coalesce(j.active_capacity, j.planned_capacity), b.taken))
    ), remembered as (
      insert into batch_decisions as d (batch_id, content_status, content_capacity)
      select id, planned_status, planned_capacity from compared
      on conflict (batch_id) do update set content_status = excluded.content_status,
        content_capacity = excluded.content_capacity,
        staff_status = case when coalesce(d.content_status, excluded.content_status) = excluded.content_status
          then d.staff_status end,
        staff_capacity = case when coalesce(d.content_capacity, excluded.content_capacity) = excluded.content_capacity
          then d.staff_capacity end
      where (d.content_status, d.content_capacity) is distinct from (excluded.content_status, excluded.content_capacity)
    )
    select id from compared where (staff_status, staff_capacity) is distinct from (active_status, active_capacity)
    order by id`.execute(transaction);
  return rows.map(({ id }) => id);
}

async function closeUnplanned(transaction: Tx, planned: string): Promise<number[]> {
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
 * Loads the batches of all schedules. For a new batch, the seats that the office sold before are stored as a seat
 * claim. Existing batches are updated by `updateBatches`, with a capacity of at least the seats taken. Batches that are
 * no longer in a schedule are closed, not deleted. Returns the names of batches whose staff values were replaced.
 */
export async function loadBatches(transaction: Tx, courses: Content['courses'], baseDay: string): Promise<string[]> {
  const planned: Planned[] = courses.flatMap(({ course }) =>
    course.batches
      ? planBatches(course.batches, course, baseDay).map((batch) => ({ course_id: course.id, ...batch }))
      : [],
  );
  const json = JSON.stringify(planned);
  await insertNewBatches(transaction, json);
  const overruled = [...(await updateBatches(transaction, json)), ...(await closeUnplanned(transaction, json))];
  return overruled.map((id) => `batch ${id}`);
}
