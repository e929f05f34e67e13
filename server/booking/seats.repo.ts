import { type RawBuilder, sql } from 'kysely';
import {
  canHaveSetSql,
  goesBeforeSql,
  isOrderedSql,
  type OpenBatch,
  type ReservedSeats,
  reservedSeatsSql,
  type SeatDemand,
  type SeatOffer,
  wantsSeatsSql,
} from '../db/available-seats.ts';
import type { Tx } from '../db/schema.ts';

/**
 * SQL that locks batches in id order, so that orders cannot deadlock. `batchIds` is an SQL expression for a single
 * array. With two conditions (`id = any(…) or id in (…)`), PostgreSQL would read all batches instead of using the
 * index.
 */
function lockBatchesSql(batchIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from batches where id = any(${batchIds}) order by id for no key update`;
}

/** Locks the batches with the given ids, and those in which the order `orderId` has held or booked seats. */
async function lockBatches(tx: Tx, batchIds: readonly number[], orderId: string | null): Promise<void> {
  const claimed = sql`array(select batch_id from seat_claims where order_id = ${orderId})`;
  await lockBatchesSql(sql`${batchIds}::integer[] || ${claimed}`).execute(tx);
}

/**
 * SQL that locks the batches in id order, releases expired seat holds in them and returns their free seats. `batchIds`
 * is an SQL expression for an array. `firstStart` is the earliest start date that can be booked. Without
 * `waitForLocks`, batches that another transaction has locked are left out.
 */
function openBatchesSql(
  batchIds: RawBuilder<unknown>,
  firstStart: string,
  waitForLocks: boolean,
): RawBuilder<OpenBatch> {
  return sql<OpenBatch>`
    with locked as materialized (
      select id, start_date, status, capacity, taken from batches where id = any(${batchIds})
      order by id for no key update ${waitForLocks ? sql`` : sql`skip locked`}
    ), expired as (
      delete from seat_claims s using locked l
      where s.batch_id = l.id and s.kind = 'hold' and s.expires_at <= now() returning s.batch_id, s.seats
    ), freed as (
      select batch_id, sum(seats)::integer as seats from expired group by batch_id
    ), lowered as (
      update batches b set taken = b.taken - freed.seats from freed where b.id = freed.batch_id
    )
    select l.id as batch_id, l.capacity, l.capacity - l.taken + coalesce(freed.seats, 0) as free,
      case when l.start_date < ${firstStart} then 'started' when l.status = 'closed' then 'closed' end as trouble
    from locked l left join freed on freed.batch_id = l.id order by l.id`;
}

/**
 * SQL that counts, for each locked batch, the seats reserved for students on waiting lists. `condition`: SQL that
 * limits the waiting list entries `e` to count. Run the SQL after the statement that locks the batches, not as part of
 * it: otherwise it would not see what other transactions committed during the wait for the locks.
 */
function reservedInSql(batchIds: RawBuilder<unknown>, condition?: RawBuilder<unknown>): RawBuilder<ReservedSeats> {
  return sql<ReservedSeats>`select b.id as batch_id, ${reservedSeatsSql(sql`b.id`, condition)} as reserved
    from batches b where b.id = any(${batchIds})`;
}

/**
 * Locks the batches and returns their free seats, less those reserved for waiting lists. The result is negative if more
 * seats are reserved than free. `buyer`: the student for whom the seats are counted.
 * - `student`: SQL for the student's id. Only seats reserved for students who come before this student are subtracted
 *   (`goesBeforeSql`).
 * - `offered`: the batches in which a waiting list offers this student a seat. If such a batch has a free seat, at
 *   least one counts as free.
 */
async function openBatches(
  tx: Tx,
  batchIds: readonly number[],
  firstStart: string,
  waitForLocks: boolean,
  buyer?: { student: RawBuilder<unknown>; offered: ReadonlySet<number> },
): Promise<OpenBatch[]> {
  const ids = sql`${batchIds}::integer[]`;
  const { rows } = await openBatchesSql(ids, firstStart, waitForLocks).execute(tx);
  const { rows: counted } = await reservedInSql(ids, buyer && goesBeforeSql(buyer.student)).execute(tx);
  const reserved = new Map(counted.map((one) => [one.batch_id, one.reserved]));
  return rows.map((one) => {
    const free = one.free - (reserved.get(one.batch_id) ?? 0);
    return { ...one, free: buyer?.offered.has(one.batch_id) ? Math.max(free, Math.min(one.free, 1)) : free };
  });
}

/**
 * SQL that takes seats of batches locked by `openBatches`. It can be included in another statement to save a round
 * trip. The CHECK constraint of `batches` (`0002-catalogue.sql`) guarantees that no batch is oversold.
 */
function takeSeatsSql(demand: readonly SeatDemand[]): RawBuilder<unknown> {
  const [ids, seats] = [demand.map((one) => one.batch_id), demand.map((one) => one.seats)];
  return sql`update batches b set taken = b.taken + d.seats
    from unnest(${ids}::integer[], ${seats}::integer[]) as d (batch_id, seats)
    where b.id = d.batch_id and b.id = any(${ids}::integer[])`;
}

/**
 * SQL that deletes the seat claims (held, booked or office seats) that match the condition, and so frees their seats.
 * The caller must have locked their batches.
 */
function releaseClaimsSql(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with released as (
      delete from seat_claims where ${condition} returning batch_id, seats
    ), sums as (
      select batch_id, sum(seats)::integer as seats from released group by batch_id
    )
    update batches b set taken = b.taken - sums.seats from sums where b.id = sums.batch_id`;
}

/** SQL that releases all seats of the orders. The caller must have locked the batches. */
const releaseSeatsSql = (orderIds: readonly string[]) => releaseClaimsSql(sql`order_id = any(${orderIds}::text[])`);

/** SQL that releases the seats offered to waiting list entries. The caller must have locked the batches. */
const withdrawOffersSql = (entryIds: readonly number[]) =>
  releaseClaimsSql(sql`waiting_entry_id = any(${entryIds}::integer[])`);

/**
 * SQL that releases the seats of a locked batch that are offered to students on its waiting list. The offers themselves
 * do not end yet: if the batch can no longer be booked, the waiting list job ends them later.
 */
export const releaseOffersInSql = (batchId: number) =>
  releaseClaimsSql(sql`batch_id = ${batchId} and waiting_entry_id is not null`);

/**
 * SQL for the waiting list offers to students, with one row for each batch of an offer. Expired offers are left out,
 * unless an order that awaits payment holds their seats.
 */
function readOffersSql(studentIds: readonly string[]): RawBuilder<SeatOffer> {
  return sql<SeatOffer>`
    select e.student_id, e.id as entry_id, chosen.batch_id, c.id is not null as is_held,
      c.id is null and ${wantsSeatsSql} and ${canHaveSetSql(sql`chosen.batch_id`)} as is_reserved
    from waiting_entries e join waiting_entry_batches chosen on chosen.entry_id = e.id
    left join seat_claims c on c.waiting_entry_id = e.id and c.batch_id = chosen.batch_id and c.expires_at > now()
    where e.student_id = any(${studentIds}::uuid[]) and e.state = 'offered'
      and (e.offer_until > now() or ${isOrderedSql})`;
}

/** SQL for the ids of the batches in which the students have an offer from a waiting list. */
const offeredBatchIdsSql = (studentIds: readonly string[]) => sql`
  select c.batch_id from waiting_entries e join seat_claims c on c.waiting_entry_id = e.id
  where e.student_id = any(${studentIds}::uuid[]) and e.state = 'offered'`;

/**
 * SQL that stores, in each waiting list entry whose offer is accepted, the id of the order that gets the offered seats.
 */
function acceptOffersSql(accepted: ReadonlyArray<{ entryId: number; orderId: string }>): RawBuilder<unknown> {
  const [entries, orders] = [accepted.map((one) => one.entryId), accepted.map((one) => one.orderId)];
  return sql`update waiting_entries e set order_id = a.order_id
    from unnest(${entries}::integer[], ${orders}::text[]) as a (entry_id, order_id)
    where e.id = a.entry_id and e.state = 'offered'`;
}

/**
 * SQL that stores the seats taken by `takeSeatsSql` as held for a waiting list entry, until the entry's offer expires.
 */
function offerSeatsSql(entryId: number): RawBuilder<unknown> {
  return sql`insert into seat_claims (batch_id, waiting_entry_id, kind, seats, expires_at)
    select w.batch_id, e.id, 'hold', 1, e.offer_until
    from waiting_entries e join waiting_entry_batches w on w.entry_id = e.id where e.id = ${entryId}`;
}

/** Releases all seats of one order. */
async function releaseSeats(tx: Tx, orderId: string): Promise<void> {
  await releaseSeatsSql([orderId]).execute(tx);
}

/**
 * Extends the order's seat holds so that they last at least `seconds` from now, because a payment may still succeed.
 */
async function extendHolds(tx: Tx, orderId: string, seconds: number): Promise<void> {
  await sql`update seat_claims set expires_at = greatest(expires_at, now() + make_interval(secs => ${seconds}))
    where order_id = ${orderId} and kind = 'hold'`.execute(tx);
}

/**
 * SQL that turns the seat holds of orders into bookings and removes the hash of the IP address that is stored with a
 * hold. It returns the ids of the batches in which the orders held seats. The caller must have locked the batches.
 */
function bookHoldsSql(orderIds: readonly string[]): RawBuilder<{ batch_id: number }> {
  return sql`update seat_claims set kind = 'booking', expires_at = null, address_hash = null
    where order_id = any(${orderIds}::text[]) returning batch_id`;
}

/**
 * Returns the free seats that one student can book in the batches (see `buyer` of `openBatches`). The caller must have
 * locked the batches. First releases the seats that waiting lists offer to this student, so that they count as free. A
 * valid offer also counts if its seats are no longer held, because the student's order for them ended unpaid.
 * `student`: SQL for the student's id.
 */
async function openBatchesFor(
  tx: Tx,
  student: RawBuilder<unknown>,
  batchIds: readonly number[],
  firstStart: string,
): Promise<OpenBatch[]> {
  const { rows } = await sql<{ claim_id: number | null; batch_id: number }>`select c.id as claim_id, chosen.batch_id
    from waiting_entries e join waiting_entry_batches chosen on chosen.entry_id = e.id
    left join seat_claims c on c.waiting_entry_id = e.id and c.batch_id = chosen.batch_id and c.expires_at > now()
    where e.student_id = ${student} and e.state = 'offered' and chosen.batch_id = any(${batchIds}::integer[])
      and (c.id is not null or ${wantsSeatsSql})`.execute(tx);
  const claims = rows.flatMap(({ claim_id }) => claim_id ?? []);
  if (claims.length > 0) await releaseClaimsSql(sql`id = any(${claims}::bigint[])`).execute(tx);
  const offered = new Set(rows.map(({ batch_id }) => batch_id));
  return openBatches(tx, batchIds, firstStart, true, { student, offered });
}

/**
 * Stores an order's bookings for the batches in which its seat holds had expired. `created_at` is the time of the
 * order, when the student saw the dates of the batch. If the batch was moved after that, the student is therefore
 * notified.
 */
async function insertBookings(tx: Tx, orderId: string, demand: readonly SeatDemand[]): Promise<void> {
  const created_at = sql<Date>`(select created_at from orders where id = ${orderId})`;
  await tx
    .insertInto('seat_claims')
    .values(demand.map((one) => ({ ...one, order_id: orderId, kind: 'booking' as const, created_at })))
    .execute();
}

/**
 * Locks the batches and turns the order's seat holds into bookings. If a hold has expired and was released, takes a new
 * seat instead, if possible one that is offered to the student from a waiting list. If no seat is free, releases all
 * seats of the order and returns false. `firstStart` is the earliest start date that can be booked.
 */
async function bookSeats(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean> {
  const batchIds = demand.map((one) => one.batch_id);
  await lockBatches(tx, batchIds, orderId);
  const { rows } = await bookHoldsSql([orderId]).execute(tx);
  const held = new Set(rows.map((row) => row.batch_id));
  const lost = demand.filter((one) => !held.has(one.batch_id));
  if (lost.length === 0) return true;
  const student = sql`(select student_id from orders where id = ${orderId})`;
  const lostIds = lost.map((one) => one.batch_id);
  // The rollback to this savepoint, if not all seats are available, restores the offered seats that `openBatchesFor`
  // releases.
  await sql`savepoint offered_seats`.execute(tx);
  const open = new Map((await openBatchesFor(tx, student, lostIds, firstStart)).map((one) => [one.batch_id, one]));
  const isAvailable = ({ batch_id, seats: wanted }: SeatDemand) => {
    const batch = open.get(batch_id);
    return batch !== undefined && !batch.trouble && batch.free >= wanted;
  };
  if (!lost.every(isAvailable)) {
    await sql`rollback to savepoint offered_seats`.execute(tx);
    await releaseSeats(tx, orderId);
    return false;
  }
  await takeSeatsSql(lost).execute(tx);
  await insertBookings(tx, orderId, lost);
  return true;
}

/**
 * Adds booked seats to a completed order. The caller must have locked the batches and checked that they have free
 * seats.
 */
async function addBookings(tx: Tx, orderId: string, demand: readonly SeatDemand[]): Promise<void> {
  await takeSeatsSql(demand).execute(tx);
  await tx
    .insertInto('seat_claims')
    .values(demand.map((one) => ({ ...one, order_id: orderId, kind: 'booking' as const })))
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'batch_id'])
        .doUpdateSet({ seats: sql<number>`seat_claims.seats + excluded.seats` }),
    )
    .execute();
}

/**
 * Releases one booked seat of a completed order in each of the given batches. The caller must have locked the batches.
 */
async function releaseBookings(tx: Tx, orderId: string, batchIds: readonly number[]): Promise<void> {
  for (const batchId of batchIds) {
    const claim = sql`order_id = ${orderId} and batch_id = ${batchId} and kind = 'booking'`;
    const { rows } = await sql`
      with fewer as (
        update seat_claims set seats = seats - 1 where ${claim} and seats > 1 returning batch_id
      ), gone as (
        delete from seat_claims where ${claim} and seats = 1 returning batch_id
      )
      update batches set taken = taken - 1
      where id in (select batch_id from fewer union all select batch_id from gone) returning id`.execute(tx);
    if (rows.length !== 1) throw new Error(`order ${orderId} has no booked seat in batch ${batchId}`);
  }
}

/**
 * Releases one of a batch's seats kept for the office, so that it can be booked for a student. The caller must have
 * locked the batch. Returns false if no seat is kept for the office.
 */
async function releaseOfficeSeat(tx: Tx, batchId: number): Promise<boolean> {
  const claim = sql`id = (select min(id) from seat_claims where batch_id = ${batchId} and kind = 'office')`;
  const { rows } = await sql`
    with fewer as (
      update seat_claims set seats = seats - 1 where ${claim} and seats > 1 returning batch_id
    ), gone as (
      delete from seat_claims where ${claim} and seats = 1 returning batch_id
    )
    update batches set taken = taken - 1
    where id in (select batch_id from fewer union all select batch_id from gone) returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * The functions by which orders and waiting lists read, take and release seats. Each runs in the caller's transaction.
 */
export const seats = {
  lock: lockBatches,
  lockSql: lockBatchesSql,
  open: openBatches,
  openFor: openBatchesFor,
  openSql: openBatchesSql,
  reservedSql: reservedInSql,
  offerSql: offerSeatsSql,
  withdrawSql: withdrawOffersSql,
  offersSql: readOffersSql,
  offeredBatchIdsSql,
  acceptSql: acceptOffersSql,
  takeSql: takeSeatsSql,
  release: releaseSeats,
  releaseSql: releaseSeatsSql,
  extend: extendHolds,
  book: bookSeats,
  bookHoldsSql,
  addBookings,
  releaseBookings,
  releaseOfficeSeat,
};
