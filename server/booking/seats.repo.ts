import { sql, type Transaction } from 'kysely';
import type { BatchTrouble } from '../../contract/cart.ts';
import type { Database } from '../db/schema.ts';

/** Seats wanted of one batch. */
export type SeatDemand = { batch_id: number; seats: number };
export type UnfitBatch = { batch_id: number; trouble: BatchTrouble };

/** Locks the batches, and those that `orderId` has claims on, in id order: two orders never wait for each other crosswise. */
export async function lockBatches(
  tx: Transaction<Database>,
  batchIds: readonly number[],
  orderId: string | null,
): Promise<void> {
  await sql`select id from batches where id = any(${batchIds}::integer[])
    or id in (select batch_id from seat_claims where order_id = ${orderId}) order by id for update`.execute(tx);
}

/**
 * Takes all seats or none, after freeing what expired holds kept in these batches; `lockBatches` comes first.
 * Answers the batches that refuse: full, closed, or begun before the academy day `firstStart`.
 */
export async function takeSeats(
  tx: Transaction<Database>,
  demand: readonly SeatDemand[],
  firstStart: string,
): Promise<UnfitBatch[]> {
  const { rows } = await sql<UnfitBatch>`
    with wanted as (
      select * from unnest(${demand.map((one) => one.batch_id)}::integer[], ${demand.map((one) => one.seats)}::integer[])
        as w (batch_id, seats)
    ), gone as (
      delete from seat_claims s using wanted w
      where s.batch_id = w.batch_id and s.kind = 'hold' and s.expires_at <= now() returning s.batch_id, s.seats
    ), freed as (
      select batch_id, sum(seats)::integer as seats from gone group by batch_id
    ), judged as (
      select b.id, w.seats, coalesce(f.seats, 0) as freed,
        case when b.start_date < ${firstStart} then 'started' when b.status = 'closed' then 'closed'
          when b.taken - coalesce(f.seats, 0) + w.seats > b.capacity then 'full' end as trouble
      from wanted w join batches b on b.id = w.batch_id left join freed f on f.batch_id = w.batch_id
    ), changed as (
      update batches b set taken = b.taken - j.freed
        + case when exists (select from judged where trouble is not null) then 0 else j.seats end
      from judged j where b.id = j.id
    )
    select id as batch_id, trouble from judged where trouble is not null order by id`.execute(tx);
  return rows;
}

/** Gives every seat of the order back; `lockBatches` comes first. */
export async function releaseSeats(tx: Transaction<Database>, orderId: string): Promise<void> {
  await sql`
    with gone as (delete from seat_claims where order_id = ${orderId} returning batch_id, seats)
    update batches b set taken = b.taken - gone.seats from gone where b.id = gone.batch_id`.execute(tx);
}

/** A payment that may still succeed keeps its holds for `seconds` from now at least. */
export async function extendHolds(tx: Transaction<Database>, orderId: string, seconds: number): Promise<void> {
  await sql`update seat_claims set expires_at = greatest(expires_at, now() + make_interval(secs => ${seconds}))
    where order_id = ${orderId} and kind = 'hold'`.execute(tx);
}

/**
 * Turns the order's holds into bookings and takes again what was lost meanwhile, all or nothing; locks the batches.
 * False, with no seat left to the order, where a batch refuses.
 */
export async function bookSeats(
  tx: Transaction<Database>,
  orderId: string,
  demand: readonly SeatDemand[],
  firstStart: string,
): Promise<boolean> {
  await lockBatches(
    tx,
    demand.map((one) => one.batch_id),
    orderId,
  );
  const { rows: kept } = await sql<{ batch_id: number }>`update seat_claims set kind = 'booking', expires_at = null
    where order_id = ${orderId} returning batch_id`.execute(tx);
  const lost = demand.filter((one) => !kept.some((claim) => claim.batch_id === one.batch_id));
  if (lost.length === 0) return true;
  const unfit = await takeSeats(tx, lost, firstStart);
  if (unfit.length > 0) {
    await releaseSeats(tx, orderId);
    return false;
  }
  await tx
    .insertInto('seat_claims')
    .values(lost.map((one) => ({ ...one, order_id: orderId, kind: 'booking' as const })))
    .execute();
  return true;
}
