import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { stepUpLifetime } from '../../../contract/staff/staff-limits.ts';
import type { SiteServer } from './site-server.ts';

/** The rows that are counted for a student, as SQL: their table and their condition. `s` is the row of the student. */
const counted = {
  cart: 'from cart_items where student_id = s.id',
  orders: 'from orders where student_id = s.id',
  completedOrders: "from orders where student_id = s.id and state = 'completed'",
  bookedSeats: "from seat_claims c join orders o on o.id = c.order_id where o.student_id = s.id and c.kind = 'booking'",
  heldSeats: "from seat_claims c join orders o on o.id = c.order_id where o.student_id = s.id and c.kind = 'hold'",
  payments:
    "from provider_payments p join payment_attempts a on a.id = p.attempt_id join orders o on o.id = a.order_id where o.student_id = s.id and p.outcome = 'approved'",
  enrolments: 'from enrolments where student_id = s.id',
  documents: 'from student_documents where student_id = s.id',
  files: "from files where student_id = s.id and state <> 'dropped'",
  sessions: 'from sessions where student_id = s.id',
} as const;

export type StudentRows = Record<keyof typeof counted, number>;

/** Connects to the site's database and runs `work` with the connection. The site must be running. */
export async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { port, password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'landfall', database: 'landfall', password });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Counts the rows that the database has for the student with this phone number, such as orders and sessions. The site
 * must be running.
 */
export function countRows({ dataDir }: Pick<SiteServer, 'dataDir'>, mobile: string): Promise<StudentRows> {
  const columns = Object.entries(counted).map(([name, rows]) => `(select count(*)::int ${rows}) as "${name}"`);
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query(`select ${columns.join(', ')} from students s where s.mobile = $1`, [mobile]);
    return rows[0];
  });
}

/** Moves the start and the end of the student's sign-in sessions back by this many days. */
export function ageSessions({ dataDir }: Pick<SiteServer, 'dataDir'>, mobile: string, days: number): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    const earlier = `created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2)`;
    const students = 'select id from students where mobile = $1';
    await client.query(`update sessions set ${earlier} where student_id in (${students})`, [mobile, days]);
  });
}

/**
 * Moves the time at which each staff member last used the second factor so far back that refunds and exports require it
 * again.
 */
export function ageStepUp({ dataDir }: Pick<SiteServer, 'dataDir'>): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query('update staff_sessions set verified_at = verified_at - make_interval(secs => $1::integer)', [
      (2 * stepUpLifetime) / 1000,
    ]);
  });
}

/**
 * Moves the batch of the student's only booking to yesterday, shortens it to one day and assigns it to the demo
 * instructor. Returns the batch.
 */
export function endBookedBatch({ dataDir }: Pick<SiteServer, 'dataDir'>, mobile: string): Promise<{ id: number }> {
  return withDatabase(dataDir, async (client) => {
    const yesterday = "(now() at time zone 'Asia/Kolkata')::date - 1";
    const { rows } = await client.query(
      `with booked as (select e.batch_id from enrolments e join students s on s.id = e.student_id where s.mobile = $1),
        moved as (update enrolments set start_date = ${yesterday}, end_date = ${yesterday}
          where batch_id = (select batch_id from booked)),
        unplanned as (delete from batch_sessions where batch_id = (select batch_id from booked))
      update batches set start_date = ${yesterday}, end_date = ${yesterday},
        instructor_id = (select instructor_id from staff_members where email = 'instructor@example.com')
      where id = (select batch_id from booked) returning id`,
      [mobile],
    );
    return rows[0];
  });
}

/** Moves a batch with two booked demo students to today and assigns it to the instructor. Returns the batch. */
export function assignBatchOfToday({ dataDir }: Pick<SiteServer, 'dataDir'>): Promise<{ id: number; course: string }> {
  return withDatabase(dataDir, async (client) => {
    const today = "(now() at time zone 'Asia/Kolkata')::date";
    const { rows } = await client.query(`
      with booked as (select batch_id, course_id from enrolments order by id limit 1),
        other as (select id from orders where id not in (select order_id from enrolments e join booked using (course_id)) limit 1),
        added as (insert into enrolments (student_id, order_id, course_id, batch_id, start_date, end_date)
          select s.id, other.id, booked.course_id, booked.batch_id, ${today}, ${today}
          from booked, other, students s where s.email = 'dev.menon@example.com'),
        unplanned as (delete from batch_sessions where batch_id = (select batch_id from booked))
      update batches b set start_date = ${today}, end_date = ${today},
        instructor_id = (select instructor_id from staff_members where email = 'instructor@example.com')
      from booked, courses c where b.id = booked.batch_id and c.id = b.course_id
      returning b.id, c.course_name as course`);
    return rows[0];
  });
}

/** Returns every attendance mark that the server has ever stored for a batch, by student. */
export function storedMarks({ dataDir }: Pick<SiteServer, 'dataDir'>, batchId: number): Promise<string[]> {
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query(
      `select s.first_name || ' ' || h.mark as stored from attendance_history h join students s on s.id = h.student_id
        where h.batch_id = $1 order by s.first_name, h.id`,
      [batchId],
    );
    return rows.map(({ stored }) => stored);
  });
}

/** Returns the id of a paid order whose booking was not cancelled. */
export function readPaidOrder({ dataDir }: Pick<SiteServer, 'dataDir'>): Promise<string> {
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query(
      "select o.id from orders o join enrolments e on e.order_id = o.id where o.state = 'completed' order by o.id limit 1",
    );
    return rows[0].id;
  });
}

/**
 * Creates work for the staff, which the console shows: an amount due and a failed refund of a paid order, and a student
 * on the waiting list of a batch.
 */
export function addOpenTasks({ dataDir }: Pick<SiteServer, 'dataDir'>, orderId: string, mobile: string): Promise<void> {
  return withDatabase(dataDir, async (client) => {
    await client.query(
      `insert into booking_changes (key, order_id, order_item_id, kind, before, after, due_paise, reason, actor)
      select 'open-task', order_id, id, 'transfer', '{"courses": []}', jsonb_build_object('name', name), 125000, 'moved', 'test'
      from order_items where order_id = $1 limit 1`,
      [orderId],
    );
    await client.query(
      `insert into refunds (id, order_id, attempt_id, provider, payment_id, amount_paise, reason, state, cause, next_try_at)
      select 'OPEN-TASK', a.order_id, a.id, p.provider, p.payment_id, 50000, 'fell ill', 'failed', 'open-task', null
      from payment_attempts a join provider_payments p on p.attempt_id = a.id
      where a.order_id = $1 and p.outcome = 'approved' limit 1`,
      [orderId],
    );
    await client.query(
      `with chosen as (select id as batch_id, course_id from batches
          where status = 'open' and start_date > current_date + 30 order by start_date, id limit 1),
        entry as (insert into waiting_entries (student_id, course_id, batch_ids)
          select s.id, chosen.course_id, array[chosen.batch_id] from chosen, students s where s.mobile = $1 returning id)
      insert into waiting_entry_batches (entry_id, course_id, batch_id)
      select entry.id, chosen.course_id, chosen.batch_id from entry, chosen`,
      [mobile],
    );
  });
}
