import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { OfferObstacle } from '../../contract/staff/staff-waiting-lists.ts';
import type { WaitingEndReason } from '../../contract/waiting-lists.ts';
import { canBeBookedSql, canHaveSetSql, isOrderedSql, wantsSeatsSql } from '../db/available-seats.ts';
import type { JobRun } from '../db/jobs/run-due-jobs.ts';
import type { Database, Tx } from '../db/schema.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { today } from '../http/clock.ts';
import { endEntry, lockBatchesOf, readEntry } from './entry.repo.ts';
import { offerSeconds, shortestOffer } from './offer-time.ts';
import type { WaitingDeps } from './waiting-deps.ts';
import { announceOffer, queueEndEmail } from './waiting-emails.ts';

/** How many waiting list entries one run of the job handles at most. The next run handles further ones. */
const entriesInRun = 100;

/**
 * SQL: whether the student of waiting list entry `e` has booked one of its courses, in a batch that has neither ended nor
 * been cancelled.
 */
const isBookedSql = (day: string) => sql<boolean>`exists (select from waiting_entry_batches w
  join enrolments n on n.course_id = w.course_id join batches b on b.id = n.batch_id
  where w.entry_id = e.id and n.student_id = e.student_id and b.end_date >= ${day} and b.publication <> 'cancelled')`;

/**
 * SQL for the reason why waiting list entry `e` must end now; null if it need not end. While the order for its seats
 * awaits payment, an entry ends only if the course has been booked. While online booking is closed (`isOpen` is false),
 * an entry does not end when its offer expires.
 */
const endReasonSql = (day: string, isOpen: boolean) => {
  const ofBatch = (condition: ReturnType<typeof sql>) => sql`exists (select from waiting_entry_batches w
    join batches b on b.id = w.batch_id where w.entry_id = e.id and ${condition})`;
  return sql<WaitingEndReason | null>`case
    when ${isBookedSql(day)} then 'booked'
    when ${isOrderedSql} then null
    when ${ofBatch(sql`b.publication = 'cancelled'`)} then 'cancelled'
    when ${ofBatch(sql`b.start_date <= ${day}`)} then 'started'
    when ${ofBatch(sql`b.status = 'closed'`)} then 'closed'
    when ${isOpen} and e.state = 'offered' and e.offer_until <= now() then 'missed' end`;
};

/**
 * Ends a waiting list entry and withdraws its offer. The student gets an email about it, unless the student has left
 * the list or booked. Returns false if the entry had ended before.
 */
export async function endAndWithdraw(
  tx: Tx,
  deps: WaitingDeps,
  id: number,
  reason: WaitingEndReason,
): Promise<boolean> {
  await lockBatchesOf(tx, id);
  if (!(await endEntry(tx, id, reason))) return false;
  await deps.offeredSeats.withdrawSql([id]).execute(tx);
  const entry = await readEntry(tx, id);
  if (entry && reason !== 'left' && reason !== 'booked') await queueEndEmail(tx, deps.mail, entry, reason);
  return true;
}

async function endIfDue(tx: Tx, deps: WaitingDeps, id: number, isOpen: boolean): Promise<void> {
  await lockBatchesOf(tx, id);
  // Check again whether the waiting list entry must end, now that its batches are locked: the student may have just
  // paid.
  const { rows } = await sql<{ reason: WaitingEndReason | null }>`
    select ${endReasonSql(today(deps.clock), isOpen)} as reason from waiting_entries e
    where e.id = ${id} and e.state <> 'ended'`.execute(tx);
  const reason = rows[0]?.reason;
  if (reason) await endAndWithdraw(tx, deps, id, reason);
}

type Candidate = { id: number; state: 'waiting' | 'offered'; student_id: string; batch_ids: number[] };

/**
 * Locks the student and then the batches of a waiting list entry. Placing an order takes the locks in the same order,
 * so that there is no deadlock.
 */
async function lockStudentAndBatches(tx: Tx, { id, student_id }: Candidate): Promise<void> {
  await sql`select id from students where id = ${student_id} for no key update`.execute(tx);
  await lockBatchesOf(tx, id);
}

/** Lets a waiting list entry wait again, at its old position, after the caller has withdrawn the entry's offer. */
async function waitAgain(tx: Tx, { id }: Candidate): Promise<void> {
  await sql`update waiting_entries set state = 'waiting', offer_until = null, offered_at = null, order_id = null
    where id = ${id}`.execute(tx);
}

/**
 * SQL: whether waiting list entry `e` has an offer that must be withdrawn: the entry cannot be booked at present, or
 * the offer ends soon while online booking is closed.
 */
const isUselessSql = (isOpen: boolean) => sql<boolean>`(e.state = 'offered' and not ${isOrderedSql}
  and (not ${canBeBookedSql}
    or not ${isOpen} and e.offer_until <= now() + make_interval(secs => ${sql.lit(shortestOffer)})))`;

/**
 * Withdraws an offer if its seats cannot be booked at present, or if it ends soon while online booking is closed. The
 * student waits again, at the old position.
 */
async function takeBack(tx: Tx, deps: WaitingDeps, candidate: Candidate, isOpen: boolean): Promise<void> {
  await lockStudentAndBatches(tx, candidate);
  const { rows } = await sql`select from waiting_entries e
    where e.id = ${candidate.id} and ${isUselessSql(isOpen)}`.execute(tx);
  if (rows.length === 0) return;
  await deps.offeredSeats.withdrawSql([candidate.id]).execute(tx);
  await waitAgain(tx, candidate);
}

/**
 * Whether all batches of a waiting list entry can be booked and each has a free seat. Seats that are reserved for
 * waiting lists count as free. The caller must have locked the batches.
 */
async function hasFreeSet(tx: Tx, deps: WaitingDeps, { batch_ids }: Candidate): Promise<boolean> {
  const tomorrow = new Date(Date.parse(today(deps.clock)) + 86_400_000).toISOString().slice(0, 10);
  const { rows } = await deps.offeredSeats.openSql(sql`${batch_ids}::integer[]`, tomorrow, true).execute(tx);
  return rows.length === batch_ids.length && rows.every(({ free, trouble }) => free > 0 && !trouble);
}

/**
 * Takes a seat in each batch of a waiting list entry and holds the seats until the deadline of the offer. The caller
 * must have locked the batches.
 * An entry that already has an offer keeps its deadline: it gets seats again, because the student's order for the
 * offered seats has ended unpaid.
 */
async function holdOffer(tx: Tx, deps: WaitingDeps, { id, batch_ids }: Candidate): Promise<void> {
  const days = sql<{ start_date: string }>`select start_date from batches where id = any(${batch_ids}::integer[])`;
  const firstDays = (await days.execute(tx)).rows.map(({ start_date }) => start_date);
  const seconds = offerSeconds(deps.clock.now(), firstDays, deps.offerHours);
  // Do not use `now()` for `offered_at`: it is the time at which the transaction began. If another offer was made while
  // the transaction waited for a lock, that offer would seem to be the later one.
  await sql`update waiting_entries set state = 'offered', order_id = null,
    offered_at = case when state = 'offered' then offered_at else clock_timestamp() end,
    offer_until = case when state = 'offered' then offer_until else now() + make_interval(secs => ${seconds}) end
    where id = ${id}`.execute(tx);
  await deps.offeredSeats.takeSql(batch_ids.map((batch_id) => ({ batch_id, seats: 1 }))).execute(tx);
  await deps.offeredSeats.offerSql(id).execute(tx);
}

// SQL: whether another waiting list entry must be offered its seats before the entry `me`: the two want a seat in the
// same batch, there is a free seat in each batch of the other entry, and the other entry is ahead. Entries whose offer
// has lost its seats come first, then waiting entries. Within both groups, the entry that joined first is ahead.
const isServedBefore = sql`exists (select from waiting_entry_batches mine
  join waiting_entry_batches theirs on theirs.batch_id = mine.batch_id and theirs.entry_id <> mine.entry_id
  where mine.entry_id = me.id and exists (select from waiting_entries e
    where e.id = theirs.entry_id and e.state <> 'ended' and (e.state, e.id) < (me.state, me.id)
      and ${wantsSeatsSql} and ${canHaveSetSql()}))`;

/**
 * Offers a waiting list entry a seat in each of its batches, if each batch has one and no other entry goes first
 * (`isServedBefore`). An entry whose offer has lost its seats gets seats again. If its batches have no free seats, the
 * entry waits again, at its old position.
 */
async function offerIfFirst(tx: Tx, deps: WaitingDeps, candidate: Candidate, isOpen: boolean): Promise<void> {
  const { id } = candidate;
  await lockStudentAndBatches(tx, candidate);
  // Check the entry again: during the wait for the locks, the student may have booked the course, or the offer may have
  // expired. An expired offer must end, and must not become a waiting entry again. `wantsSeatsSql` does not notice the
  // expiry, because its `now()` is the time at which the transaction began; `clock_timestamp()` is the present time.
  const { rows } = await sql<{ state: 'waiting' | 'offered' }>`
    select me.state from waiting_entries me where me.id = ${id} and not ${isServedBefore}
      and (me.state = 'waiting' or me.offer_until > clock_timestamp())
      and exists (select from waiting_entries e where e.id = me.id and ${wantsSeatsSql}
        and ${endReasonSql(today(deps.clock), isOpen)} is null)`.execute(tx);
  const state = rows[0]?.state;
  if (!state) return;
  // If an order has used only some of the offered seats, the offer still holds the others. Release them, because
  // `holdOffer` takes a seat in every batch again.
  if (state === 'offered') await deps.offeredSeats.withdrawSql([id]).execute(tx);
  if (await hasFreeSet(tx, deps, candidate)) {
    await holdOffer(tx, deps, candidate);
    const entry = await readEntry(tx, id);
    if (state === 'waiting' && entry) await announceOffer(tx, deps, entry);
  } else if (state === 'offered') await waitAgain(tx, candidate);
}

/**
 * Offers seats to a waiting list entry before its turn, because staff want it. Returns false if the entry is no
 * longer waiting or if one of its batches has no free seat.
 */
export async function offerNow(tx: Tx, deps: WaitingDeps, candidate: Candidate): Promise<boolean> {
  await lockStudentAndBatches(tx, candidate);
  const waits = sql`select from waiting_entries e
    where e.id = ${candidate.id} and e.state = 'waiting' and not ${isBookedSql(today(deps.clock))}`;
  if ((await waits.execute(tx)).rows.length === 0 || !(await hasFreeSet(tx, deps, candidate))) return false;
  await holdOffer(tx, deps, candidate);
  const entry = await readEntry(tx, candidate.id);
  if (entry) await announceOffer(tx, deps, entry);
  return true;
}

/**
 * Reads a waiting list entry with what is needed to offer it seats; undefined if there is no such entry, if it has ended
 * or if it must end because its student has booked.
 */
export async function findCandidate(tx: Tx, { clock }: WaitingDeps, id: number): Promise<Candidate | undefined> {
  const found = sql<Candidate>`select e.id, e.state, e.student_id, e.batch_ids from waiting_entries e
    where e.id = ${id} and e.state <> 'ended' and not ${isBookedSql(today(clock))}`;
  return (await found.execute(tx)).rows[0];
}

const isBookingOpen = async ({ readSettings }: WaitingDeps, db: Kysely<Database>) =>
  (await readSettings(db))?.enable_booking ?? false;

/** Whether the student of a waiting list entry could book the seats if they were offered now. */
export async function canBook(tx: Tx, deps: WaitingDeps, id: number): Promise<boolean> {
  const { rows } = await sql`select from waiting_entries e where e.id = ${id} and ${canBeBookedSql}`.execute(tx);
  return rows.length > 0 && (await isBookingOpen(deps, tx));
}

/** Why each of these waiting list entries cannot be offered seats now, by its id. Absent if nothing prevents an offer. */
export async function readOfferObstacles(
  db: Kysely<Database>,
  deps: WaitingDeps,
  ids: readonly number[],
): Promise<Map<number, OfferObstacle>> {
  const isOpen = await isBookingOpen(deps, db);
  const { rows } = await sql<{ id: number; obstacle: OfferObstacle | null }>`
    select e.id, case when not (${isOpen} and ${canBeBookedSql}) then 'CANNOT_BOOK'
      when not ${canHaveSetSql()} then 'NO_SEATS' end as obstacle
    from waiting_entries e where e.id = any(${ids}::integer[]) and e.state = 'waiting'`.execute(db);
  return new Map(rows.flatMap(({ id, obstacle }) => (obstacle ? [[id, obstacle]] : [])));
}

/**
 * Ends the waiting list entries that must end, takes back offers that cannot be booked in time, then offers freed seats
 * to the entries in their order. While online booking is closed, it makes no new offers. Several processes can run this
 * job at the same time: each entry is changed in its own transaction, which locks its batches and checks it again.
 */
export async function makeOffers(deps: WaitingDeps): Promise<JobRun> {
  const failures: unknown[] = [];
  const run = (work: (tx: Tx) => Promise<void>) =>
    inTransaction(deps.db, work).catch((error: unknown) => void failures.push(error));
  const find = async (condition: RawBuilder<unknown>) => {
    const found = sql<Candidate>`select e.id, e.state, e.student_id, e.batch_ids from waiting_entries e
      where e.state <> 'ended' and ${condition} order by e.state, e.id limit ${entriesInRun}`;
    return (await found.execute(deps.db)).rows;
  };
  const isOpen = await isBookingOpen(deps, deps.db);
  const due = await find(sql`${endReasonSql(today(deps.clock), isOpen)} is not null`);
  for (const { id } of due) await run((tx) => endIfDue(tx, deps, id, isOpen));
  const useless = await find(isUselessSql(isOpen));
  for (const candidate of useless) await run((tx) => takeBack(tx, deps, candidate, isOpen));
  const first = await find(sql`${wantsSeatsSql} and (e.state = 'offered' or ${isOpen} and ${canHaveSetSql()})`);
  for (const candidate of first) await run((tx) => offerIfFirst(tx, deps, candidate, isOpen));
  return { attempted: due.length + useless.length + first.length, failures };
}
