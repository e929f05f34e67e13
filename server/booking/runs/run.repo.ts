import { type Kysely, sql } from 'kysely';
import type { BatchDays } from '../../../contract/batch.ts';
import type { BatchRun, RunItemState, RunStudent } from '../../../contract/staff/batch-changes.ts';
import type { Database, Tx } from '../../db/schema.ts';

/** How many days a student of a moved or cancelled batch has to choose. */
const choiceDays = 7;

/**
 * A new run: the follow-up of a batch that staff have moved or cancelled, with emails to its students and with the
 * choices of these students. It is stored in the transaction that changes the batch. `after`: the new dates; null if
 * the batch was cancelled. `leftOut`: the orders of students whom staff do not want to notify.
 */
export type NewRun = {
  batchId: number;
  before: BatchDays;
  after: BatchDays | null;
  asksChoice: boolean;
  leftOut?: readonly string[];
  reason: string;
  staff: { staffId: string; name: string };
};

/**
 * The dedupe key of the email about a moved or cancelled batch. Because of it, each student gets the email only once.
 * If staff send the email again, the copy has this key with a suffix. `readRun`, `replaceRuns` and
 * `server/mail/email-staff.repo.ts` find the emails of a run by the beginning of their keys.
 */
export const runEmailKey = (item: { run_id: number; order_id: string }) => `batch-run:${item.run_id}:${item.order_id}`;

/**
 * Ends the unfinished runs of a batch (the follow-up of earlier changes), because the batch changes again. Links in
 * their emails stop working, and emails not written yet are not sent. Emails that wait to be delivered are deleted,
 * because staff should not have to deal with outdated emails that cannot be delivered.
 */
export async function replaceRuns(tx: Tx, batchId: number): Promise<void> {
  await sql`
    with replaced as (
      update batch_runs set finished_at = now() where batch_id = ${batchId} and finished_at is null returning id
    )
    update batch_run_items i set state = 'replaced', settled_at = now() from replaced
    where i.run_id = replaced.id and i.state in ('queued', 'waiting', 'office')`.execute(tx);
  // Delete the waiting emails of all runs of the batch, finished ones too. This must be a statement of its own: if the
  // previous statement had to wait for a background job, it does not see the emails that the job has stored.
  await sql`
    delete from mail_outbox m using batch_runs r join batch_run_items i on i.run_id = r.id
    where r.batch_id = ${batchId} and m.order_id = i.order_id and m.state = 'waiting'
      and starts_with(m.dedupe_key || ':', 'batch-run:' || r.id || ':' || i.order_id || ':')`.execute(tx);
}

/**
 * Starts the follow-up (a run) of a moved or cancelled batch: stores the run with its students, whom a background job
 * then notifies. Ends earlier runs of the batch. Students of a moved batch can no longer choose once its first day
 * begins.
 */
export async function startRun(tx: Tx, run: NewRun, now: number): Promise<number> {
  const { batchId, before, after, asksChoice, leftOut = [], reason, staff } = run;
  await replaceRuns(tx, batchId);
  const { rows } = await sql<{ id: number }>`
    insert into batch_runs (batch_id, kind, asks_choice, before_start, before_end, after_start, after_end, reason, staff_id,
      actor, left_out, choose_until)
    values (${batchId}, ${after ? 'move' : 'cancel'}, ${asksChoice}, ${before.start_date}, ${before.end_date},
      ${after?.start_date ?? null}, ${after?.end_date ?? null}, ${reason}, ${staff.staffId}, ${staff.name}, ${leftOut}::text[],
      least(${new Date(now)}::timestamptz + make_interval(days => ${choiceDays}),
        ${after?.start_date ?? null}::date::timestamp at time zone 'Asia/Kolkata'))
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the run was not stored');
  await addItems(tx, { runId: id });
  return id;
}

/**
 * SQL: whether run `r` is the newest run of batch `b` and has moved the batch to its present dates, which begin on
 * `today` or later. If so, students who pay late are added to the run, even after it has finished.
 */
const isLatestMove = (today: string) => sql`r.kind = 'move' and r.after_start >= ${today}::date
  and (b.start_date, b.end_date) = (r.after_start, r.after_end) and b.publication <> 'cancelled'
  and r.id = (select max(newest.id) from batch_runs newest where newest.batch_id = r.batch_id)`;

/**
 * Adds the students who have booked a moved or cancelled batch to its follow-up (the run). Without `runId`, does so for
 * all unfinished runs, and for finished runs that are the latest move of a batch (`isLatestMove`). A finished run to
 * which students are added becomes unfinished again.
 * - A student who ordered after a move is not added, because the order already has the new dates. A student who ordered
 *   before the move and paid after it is added.
 * - Orders that staff have left out are not added.
 * The batch is locked, so that it is not moved again at the same time.
 */
export async function addItems(db: Kysely<Database>, runs: { runId: number } | { today: string }): Promise<void> {
  const isIncluded =
    'runId' in runs ? sql`r.id = ${runs.runId}` : sql`(r.finished_at is null or ${isLatestMove(runs.today)})`;
  await sql`
    with added as (
      insert into batch_run_items (run_id, order_id, student_id)
      select r.id, o.id, o.student_id
      from batch_runs r join batches b on b.id = r.batch_id
      join seat_claims s on s.batch_id = r.batch_id and s.kind = 'booking' join orders o on o.id = s.order_id
      where ${isIncluded} and (r.kind = 'cancel' or s.created_at <= r.created_at) and o.id <> all(r.left_out)
        and not exists (select from batch_run_items i where i.run_id = r.id and i.order_id = o.id)
      order by b.id for share of b
      on conflict (run_id, order_id) do nothing returning run_id
    )
    update batch_runs r set finished_at = null from added where r.id = added.run_id and r.finished_at is not null`.execute(
    db,
  );
}

/**
 * Whether the follow-up (run) of any moved or cancelled batch is unfinished, or the office must still settle a booking.
 */
export async function hasOpenItems(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ has_open: boolean }>`
    select exists (select from batch_runs where finished_at is null)
      or exists (select from batch_run_items where state = 'office') as has_open`.execute(db);
  return rows[0]?.has_open ?? false;
}

/**
 * Ends the follow-up for students who no longer have a booking in the moved or cancelled batch, because the office has
 * cancelled or transferred it. Their items get the state `released`, even items that were left to the office and items
 * of finished runs.
 */
export async function releaseLeft(db: Kysely<Database>): Promise<void> {
  await sql`
    update batch_run_items i set state = 'released', settled_at = now(), problem = null, try_after = null from batch_runs r
    where r.id = i.run_id and i.state in ('queued', 'waiting', 'office')
      and not exists (select from seat_claims s
        where s.batch_id = r.batch_id and s.order_id = i.order_id and s.kind = 'booking')`.execute(db);
}

/**
 * Finishes each run (the follow-up of a moved or cancelled batch) in which every student has been notified and nobody
 * still has to choose. A run stays unfinished while an order from before the change awaits payment for the batch.
 */
export async function finishRuns(db: Kysely<Database>): Promise<void> {
  await sql`
    update batch_runs r set finished_at = now() where r.finished_at is null
      and not exists (select from batch_run_items i where i.run_id = r.id and i.state in ('queued', 'waiting'))
      and not exists (select from orders o join order_items i on i.order_id = o.id
        join order_item_courses c on c.order_item_id = i.id
        where o.state = 'awaiting_payment' and o.created_at <= r.created_at and c.batch_id = r.batch_id
          and o.id <> all(r.left_out))
      and not exists (select from seat_claims s where s.batch_id = r.batch_id and s.kind = 'booking'
        and (r.kind = 'cancel' or s.created_at <= r.created_at) and s.order_id <> all(r.left_out)
        and not exists (select from batch_run_items i where i.run_id = r.id and i.order_id = s.order_id))`.execute(db);
}

/**
 * An item of a run (the follow-up of a moved or cancelled batch): one affected student and order, with the data for the
 * email, the choice and the settlement.
 */
export type RunItem = {
  id: number;
  run_id: number;
  order_id: string;
  student_id: string;
  state: RunItemState;
  to_batch_id: number | null;
  batch_id: number;
  course_id: number;
  course_name: string;
  kind: 'move' | 'cancel';
  asks_choice: boolean;
  before_start: string;
  before_end: string;
  after_start: string | null;
  after_end: string | null;
  choose_until: Date;
  first_name: string;
  last_name: string;
  email: string | null;
};

const itemsSql = sql`
  select i.id, i.run_id, i.order_id, i.student_id, i.state, i.to_batch_id, r.batch_id, b.course_id, c.course_name, r.kind,
    r.asks_choice, r.before_start, r.before_end, r.after_start, r.after_end, r.choose_until,
    st.first_name, st.last_name, st.email
  from batch_run_items i join batch_runs r on r.id = i.run_id join batches b on b.id = r.batch_id
  join courses c on c.id = b.course_id join students st on st.id = i.student_id`;

/**
 * Locks at most `limit` rows of students who are still to be notified that their batch was moved or cancelled, skipping
 * rows that another process has locked.
 */
export async function claimQueued(tx: Tx, limit: number): Promise<RunItem[]> {
  const { rows } = await sql<RunItem>`
    ${itemsSql} where i.state = 'queued' and r.finished_at is null
    order by i.id limit ${limit} for update of i skip locked`.execute(tx);
  return rows;
}

/**
 * Locks the item that an order has in a run, the follow-up of a moved or cancelled batch. Returns undefined if the
 * order has none, if the student's booking is no longer in the batch, or if the batch has been moved again. Locks the
 * batch first, as a move does, so that the batch is not moved until the transaction ends.
 */
export async function lockCurrentItem(
  tx: Tx,
  { runId, orderId }: { runId: number; orderId: string },
): Promise<RunItem | undefined> {
  await sql`select id from batches where id = (select batch_id from batch_runs where id = ${runId}) for share`.execute(
    tx,
  );
  const { rows } = await sql<RunItem>`
    ${itemsSql} where i.run_id = ${runId} and i.order_id = ${orderId}
      and (r.kind = 'cancel' or (b.start_date, b.end_date) = (r.after_start, r.after_end))
      and exists (select from seat_claims s where s.batch_id = b.id and s.order_id = i.order_id and s.kind = 'booking')
    for update of i`.execute(tx);
  return rows[0];
}

/**
 * Locks one item of a run (a student of a moved or cancelled batch) that is due, because the student has not chosen
 * before the deadline. Returns undefined if there is none. After a failed refund, an item is due again only when
 * `try_after` has passed.
 */
export async function claimDue(tx: Tx, now: Date): Promise<RunItem | undefined> {
  const { rows } = await sql<RunItem>`
    ${itemsSql} where i.state = 'waiting' and r.finished_at is null and r.choose_until <= ${now}
      and (i.try_after is null or i.try_after <= ${now})
    order by i.id limit 1 for update of i skip locked`.execute(tx);
  return rows[0];
}

/**
 * Finds the item of a run (a student of a moved or cancelled batch) by the hash of the token in the link that was
 * emailed to the student. Returns undefined if the link cannot be used any more. With `lock`, the item stays locked
 * until the transaction ends.
 */
export async function findByToken(
  db: Kysely<Database>,
  tokenHash: Buffer,
  { now, lock = false }: { now: Date; lock?: boolean },
): Promise<RunItem | undefined> {
  const { rows } = await sql<RunItem>`
    ${itemsSql} where i.token_hash = ${tokenHash} and r.choose_until > ${now} and i.state not in ('replaced', 'released')
    ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/**
 * Stores how the booking of one student of a moved or cancelled batch was settled, for example by a refund. `problem`:
 * in the state `office`, why the office must settle the booking.
 */
export async function settleItem(
  tx: Tx,
  id: number,
  settled: { state: RunItemState; at: Date; toBatchId?: number; problem?: string },
): Promise<void> {
  const { state, at, toBatchId = null, problem = null } = settled;
  await tx
    .updateTable('batch_run_items')
    .set({ state, settled_at: at, to_batch_id: toBatchId, problem, try_after: null })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores that a student of a moved or cancelled batch was notified. `tokenHash`: the hash of the token in the link of
 * the email; null if there is nothing to choose. `hasEmail`: whether the student has an email address.
 */
export async function storeEmailed(
  tx: Tx,
  id: number,
  emailed: { state: 'waiting' | 'notified'; tokenHash: Buffer | null; hasEmail: boolean },
): Promise<void> {
  const { state, tokenHash, hasEmail } = emailed;
  await tx
    .updateTable('batch_run_items')
    .set({ state, token_hash: tokenHash, has_email: hasEmail })
    .where('id', '=', id)
    .execute();
}

/** Stores why the booking of a student of a moved or cancelled batch could not be settled, and when to try again. */
export async function storeProblem(
  db: Kysely<Database>,
  id: number,
  { problem, tryAfter }: { problem: string; tryAfter: Date },
): Promise<void> {
  await db.updateTable('batch_run_items').set({ problem, try_after: tryAfter }).where('id', '=', id).execute();
}

type RunColumns = Pick<
  BatchRun,
  'id' | 'batch_id' | 'course_name' | 'kind' | 'reason' | 'actor' | 'total' | 'without_email' | 'left_out'
> & {
  before_start: string;
  before_end: string;
  after_start: string | null;
  after_end: string | null;
  created_at: Date;
  choose_until: Date;
  finished_at: Date | null;
  by_state: Partial<Record<RunItemState, number>>;
  emails: BatchRun['emails'];
};

/**
 * How far the follow-up (run) of a moved or cancelled batch has come: its emails and the choices of its students.
 * Undefined if there is no run with this id.
 */
export async function readRun(db: Kysely<Database>, id: number): Promise<BatchRun | undefined> {
  const { rows } = await sql<RunColumns>`
    select r.id, r.batch_id, c.course_name, r.kind, r.reason, r.actor, r.before_start, r.before_end, r.after_start,
      r.after_end, r.created_at, r.choose_until, r.finished_at, cardinality(r.left_out) as left_out,
      (select count(*)::integer from batch_run_items i where i.run_id = r.id) as total,
      (select count(*)::integer from batch_run_items i where i.run_id = r.id and not i.has_email) as without_email,
      (select coalesce(jsonb_object_agg(states.state, states.items), '{}') from (
        select i.state, count(*) as items from batch_run_items i where i.run_id = r.id group by i.state) states) as by_state,
      (select jsonb_build_object('queued', count(*), 'sent', count(*) filter (where m.state = 'sent'),
          'failed', count(*) filter (where m.state = 'dead'))
        from batch_run_items i cross join lateral (
          select m.state from mail_outbox m where m.order_id = i.order_id
            and starts_with(m.dedupe_key, 'batch-run:' || i.run_id || ':') order by m.id desc limit 1) m
        where i.run_id = r.id) as emails
    from batch_runs r join batches b on b.id = r.batch_id join courses c on c.id = b.course_id
    where r.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { before_start, before_end, after_start, after_end, created_at, choose_until, finished_at, by_state, ...run } =
    row;
  return {
    ...run,
    before: { start_date: before_start, end_date: before_end },
    after: after_start === null || after_end === null ? null : { start_date: after_start, end_date: after_end },
    at: created_at.toISOString(),
    choose_until: choose_until.toISOString(),
    is_done: finished_at !== null,
    by_state: { ...noItems, ...by_state },
  };
}

const noItems: BatchRun['by_state'] = {
  ...{ queued: 0, waiting: 0, notified: 0, accepted: 0, transferred: 0 },
  ...{ refunded: 0, released: 0, replaced: 0, office: 0 },
};

/**
 * Lists the students of a run (the follow-up of a moved or cancelled batch) in this order:
 * - students whose booking could not be settled or must be settled by the office (`problem`);
 * - students without an email address;
 * - students who can still choose;
 * - all others.
 */
export async function listRunStudents(db: Kysely<Database>, runId: number): Promise<RunStudent[]> {
  const { rows } = await sql<RunStudent>`
    select i.order_id, i.student_id, st.first_name || ' ' || st.last_name as name, st.email, st.mobile, i.state, i.problem
    from batch_run_items i join students st on st.id = i.student_id where i.run_id = ${runId}
    order by i.problem is null, coalesce(i.has_email, true), i.state <> 'waiting', i.id`.execute(db);
  return rows;
}
