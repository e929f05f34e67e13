import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

type Tx = Transaction<Database>;

/** Seats wanted of one batch. */
export type SeatDemand = { batch_id: number; seats: number };
/** A batch under its lock: why nobody can book it whatever its seats, and how many are free. */
export type OpenBatch = { batch_id: number; trouble: 'started' | 'closed' | null; free: number };

/** Locks the batches, and those that `orderId` has claims on, in id order: two orders never wait for each other crosswise. */
export async function lockBatches(tx: Tx, batchIds: readonly number[], orderId: string | null): Promise<void> {
  await sql`select id from batches where id = any(${batchIds}::integer[])
    or id in (select batch_id from seat_claims where order_id = ${orderId}) order by id for no key update`.execute(tx);
}

/**
 * The statement that locks the batches in id order, frees what expired holds kept in them and tells what they have left.
 * `batchIds`: an array of them. `firstStart`: a batch that begins before has started. Patient, it waits for batches that
 * others have locked; else it leaves them out.
 */
export function openingBatches(
  batchIds: RawBuilder<unknown>,
  firstStart: string,
  isPatient: boolean,
): RawBuilder<OpenBatch> {
  return sql<OpenBatch>`
    with locked as materialized (
      select id, start_date, status, capacity, taken from batches where id = any(${batchIds})
      order by id for no key update ${isPatient ? sql`` : sql`skip locked`}
    ), gone as (
      delete from seat_claims s using locked l
      where s.batch_id = l.id and s.kind = 'hold' and s.expires_at <= now() returning s.batch_id, s.seats
    ), freed as (
      select batch_id, sum(seats)::integer as seats from gone group by batch_id
    ), lowered as (
      update batches b set taken = b.taken - freed.seats from freed where b.id = freed.batch_id
    )
    select l.id as batch_id, l.capacity - l.taken + coalesce(freed.seats, 0) as free,
      case when l.start_date < ${firstStart} then 'started' when l.status = 'closed' then 'closed' end as trouble
    from locked l left join freed on freed.batch_id = l.id order by l.id`;
}

export async function openBatches(
  tx: Tx,
  batchIds: readonly number[],
  firstStart: string,
  isPatient: boolean,
): Promise<OpenBatch[]> {
  const { rows } = await openingBatches(sql`${batchIds}::integer[]`, firstStart, isPatient).execute(tx);
  return rows;
}

/**
 * The statement that takes seats of batches that `openBatches` has locked, to be run by itself or as part of another, so
 * that it costs no round trip; the table's CHECK has the last word.
 */
export function takingSeats(demand: readonly SeatDemand[]): RawBuilder<unknown> {
  const [ids, seats] = [demand.map((one) => one.batch_id), demand.map((one) => one.seats)];
  return sql`update batches b set taken = b.taken + d.seats
    from unnest(${ids}::integer[], ${seats}::integer[]) as d (batch_id, seats)
    where b.id = d.batch_id and b.id = any(${ids}::integer[])`;
}

/** Gives every seat of the order back; `lockBatches` comes first. */
export async function releaseSeats(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with gone as (delete from seat_claims where order_id = ${orderId} returning batch_id, seats)
    update batches b set taken = b.taken - gone.seats from gone where b.id = gone.batch_id`.execute(tx);
}

/** A payment that may still succeed keeps its holds for `seconds` from now at least. */
export async function extendHolds(tx: Tx, orderId: string, seconds: number): Promise<void> {
  await sql`update seat_claims set expires_at = greatest(expires_at, now() + make_interval(secs => ${seconds}))
    where order_id = ${orderId} and kind = 'hold'`.execute(tx);
}

/** Turns the order's holds into bookings; answers the batches that it has a seat in. */
export async function bookHolds(tx: Tx, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ batch_id: number }>`update seat_claims set kind = 'booking', expires_at = null
    where order_id = ${orderId} returning batch_id`.execute(tx);
  return rows.map((row) => row.batch_id);
}

export async function insertBookings(tx: Tx, orderId: string, demand: readonly SeatDemand[]): Promise<void> {
  await tx
    .insertInto('seat_claims')
    .values(demand.map((one) => ({ ...one, order_id: orderId, kind: 'booking' as const })))
    .execute();
}
