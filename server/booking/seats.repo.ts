import { type RawBuilder, sql } from 'kysely';
import type { OpenBatch, SeatDemand } from '../db/available-seats.ts';
import type { Tx } from '../db/schema.ts';

/**
 * SQL that locks batches. Locking in id order prevents deadlocks between orders. `batchIds` is an SQL expression for one
 * array: for `id = any(…) or id in (…)`, PostgreSQL would read all batches instead of using the index.
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

/** Locks the batches and returns their free seats, as described at `openBatchesSql`. */
async function openBatches(
  tx: Tx,
  batchIds: readonly number[],
  firstStart: string,
  waitForLocks: boolean,
): Promise<OpenBatch[]> {
  const { rows } = await openBatchesSql(sql`${batchIds}::integer[]`, firstStart, waitForLocks).execute(tx);
  return rows;
}

/**
 * SQL that takes seats of batches locked by `openBatches`. It can be included in another statement to save a round
 * trip. The table's CHECK constraint guarantees that no batch is oversold.
 */
function takeSeatsSql(demand: readonly SeatDemand[]): RawBuilder<unknown> {
  const [ids, seats] = [demand.map((one) => one.batch_id), demand.map((one) => one.seats)];
  return sql`update batches b set taken = b.taken + d.seats
    from unnest(${ids}::integer[], ${seats}::integer[]) as d (batch_id, seats)
    where b.id = d.batch_id and b.id = any(${ids}::integer[])`;
}

/** SQL that releases all seats of the orders. The caller must have locked the batches. */
function releaseSeatsSql(orderIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    with released as (
      delete from seat_claims where order_id = any(${orderIds}::text[]) returning batch_id, seats
    ), sums as (
      select batch_id, sum(seats)::integer as seats from released group by batch_id
    )
    update batches b set taken = b.taken - sums.seats from sums where b.id = sums.batch_id`;
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
 * SQL that turns the order's seat holds into bookings, which do not have the address of the hold. It returns the ids of
 * the batches in which the order held seats. The caller must have locked the batches.
 */
function bookHoldsSql(orderId: string): RawBuilder<{ batch_id: number }> {
  return sql`update seat_claims set kind = 'booking', expires_at = null, address_hash = null
    where order_id = ${orderId} returning batch_id`;
}

async function insertBookings(tx: Tx, orderId: string, demand: readonly SeatDemand[]): Promise<void> {
  await tx
    .insertInto('seat_claims')
    .values(demand.map((one) => ({ ...one, order_id: orderId, kind: 'booking' as const })))
    .execute();
}

/**
 * Locks the batches and turns the order's seat holds into bookings. If a hold has expired and was released, takes new
 * seats in its place. If such a seat is no longer free, releases all seats of the order and returns false. `firstStart`
 * is the earliest start date that can be booked.
 */
async function bookSeats(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean> {
  const batchIds = demand.map((one) => one.batch_id);
  await lockBatches(tx, batchIds, orderId);
  const { rows } = await bookHoldsSql(orderId).execute(tx);
  const held = new Set(rows.map((row) => row.batch_id));
  const lost = demand.filter((one) => !held.has(one.batch_id));
  if (lost.length === 0) return true;
  const lostIds = lost.map((one) => one.batch_id);
  const open = new Map((await openBatches(tx, lostIds, firstStart, true)).map((one) => [one.batch_id, one]));
  const isAvailable = ({ batch_id, seats: wanted }: SeatDemand) => {
    const batch = open.get(batch_id);
    return batch !== undefined && !batch.trouble && batch.free >= wanted;
  };
  if (!lost.every(isAvailable)) {
    await releaseSeats(tx, orderId);
    return false;
  }
  await takeSeatsSql(lost).execute(tx);
  await insertBookings(tx, orderId, lost);
  return true;
}

/** The seat functions that orders use, each inside the order's transaction. */
export const seats = {
  lock: lockBatches,
  lockSql: lockBatchesSql,
  open: openBatches,
  openSql: openBatchesSql,
  takeSql: takeSeatsSql,
  release: releaseSeats,
  releaseSql: releaseSeatsSql,
  extend: extendHolds,
  book: bookSeats,
  bookHoldsSql,
};
