import { type RawBuilder, sql } from 'kysely';
import type { ConsistencyCheck } from '../db/consistency-check.ts';
import type { Tx } from '../db/schema.ts';

const claimed = sql`(select batch_id, sum(seats)::integer as seats from seat_claims group by batch_id)`;
const demand = sql`(select i.order_id, c.batch_id, count(*)::integer as seats from order_items i
  join order_item_courses c on c.order_item_id = i.id where i.cancelled_at is null group by i.order_id, c.batch_id)`;
/**
 * How long ago a seat hold must have expired before it is reported as a fault. The payment poller (a background job)
 * releases a hold when it closes the order, which may happen some minutes late.
 */
const tolerance = sql`interval '10 minutes'`;

/**
 * Finds contradictions between the stored seat counts of batches, their seat claims (holds, bookings, seats kept for
 * the office) and the orders. Expired holds of an order with a pending payment are not reported, because such a payment
 * is checked only every few hours. `isPaymentPending`: SQL for whether payment attempt `a` of order `o` has a pending
 * payment.
 */
export const seatChecks = (isPaymentPending: RawBuilder<boolean>): readonly ConsistencyCheck[] => [
  {
    name: 'counter',
    query: sql`
      select 'batch ' || b.id as about,
        format('its counter says %s, its claims add up to %s', b.taken, coalesce(c.seats, 0)) as text
      from batches b left join ${claimed} c on c.batch_id = b.id where b.taken <> coalesce(c.seats, 0) order by b.id`,
  },
  {
    name: 'oversold',
    query: sql`
      select 'batch ' || b.id as about, format('%s of %s seats claimed', c.seats, b.capacity) as text
      from batches b join ${claimed} c on c.batch_id = b.id where c.seats > b.capacity order by b.id`,
  },
  {
    name: 'stray claim',
    query: sql`
      select 'order ' || o.id as about, format('is %s and has a %s of %s in batch %s', o.state, s.kind, s.seats, s.batch_id) as text
      from seat_claims s join orders o on o.id = s.order_id
      where (s.kind, o.state) not in (('hold', 'awaiting_payment'), ('booking', 'completed')) order by o.id, s.batch_id`,
  },
  {
    name: 'wrong claim',
    query: sql`
      select 'order ' || s.order_id as about,
        format('needs seats in batch %s: %s, and claims %s', s.batch_id, coalesce(d.seats, 0), s.seats) as text
      from seat_claims s left join ${demand} d on d.order_id = s.order_id and d.batch_id = s.batch_id
      where s.order_id is not null and s.seats <> coalesce(d.seats, 0) order by s.order_id, s.batch_id`,
  },
  {
    name: 'stray offer',
    query: sql`
      select 'waiting entry ' || e.id as about, format('is %s and has a seat on offer in batch %s', e.state, s.batch_id) as text
      from seat_claims s join waiting_entries e on e.id = s.waiting_entry_id
      where e.state <> 'offered' order by e.id, s.batch_id`,
  },
  {
    name: 'expired hold',
    query: sql`
      select coalesce('order ' || s.order_id, 'waiting entry ' || s.waiting_entry_id) as about,
        format('has a hold in batch %s, which ran out on %s', s.batch_id,
          to_char(s.expires_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI')) as text
      from seat_claims s where s.kind = 'hold' and s.expires_at < now() - ${tolerance}
        and not exists (select from orders o join payment_attempts a on a.order_id = o.id
          where o.id = s.order_id and ${isPaymentPending}) order by s.order_id, s.batch_id`,
  },
  {
    name: 'no hold',
    query: sql`
      select 'order ' || o.id as about, format('can be paid and holds no seat in batch %s', d.batch_id) as text
      from orders o join ${demand} d on d.order_id = o.id
      where o.state = 'awaiting_payment' and o.created_at + make_interval(secs => o.hold_seconds) > now()
        and exists (select from payment_attempts a where a.order_id = o.id and a.state in ('created', 'open')
          and a.expires_at > now())
        and not exists (select from seat_claims s where s.order_id = o.id and s.batch_id = d.batch_id
          and s.expires_at > now())
      order by o.id, d.batch_id`,
  },
  {
    name: 'no booking',
    query: sql`
      select 'order ' || o.id as about, format('is completed and has no seat in batch %s', d.batch_id) as text
      from orders o join ${demand} d on d.order_id = o.id
      where o.state = 'completed' and not exists (select from seat_claims s where s.order_id = o.id
        and s.batch_id = d.batch_id and s.kind = 'booking')
      order by o.id, d.batch_id`,
  },
];

/**
 * The stored number of taken seats of a batch (`taken`) and the sum of its seat claims (held, booked and office seats).
 * Both should be equal.
 */
export type SeatCounter = { batch_id: number; taken: number; claimed: number; capacity: number };

/**
 * Locks the batches with wrong seat counters, in id order, and sets each counter to the sum of the batch's seat claims.
 * A counter is not changed if the sum exceeds the batch's capacity, because staff have to decide. Returns the old
 * values of the changed counters (`fixed`) and of the others (`left`).
 */
export async function fixCounters(tx: Tx): Promise<{ fixed: SeatCounter[]; left: SeatCounter[] }> {
  await sql`
    select b.id from batches b left join ${claimed} c on c.batch_id = b.id
    where b.taken <> coalesce(c.seats, 0) order by b.id for no key update of b`.execute(tx);
  // Read the seat counters again now that the batches are locked: a booking may have been committed since the first
  // query.
  const { rows } = await sql<SeatCounter>`
    select b.id as batch_id, b.taken, coalesce(c.seats, 0) as claimed, b.capacity
    from batches b left join ${claimed} c on c.batch_id = b.id
    where b.taken <> coalesce(c.seats, 0) order by b.id`.execute(tx);
  const fixed = rows.filter(({ claimed: seats, capacity }) => seats <= capacity);
  for (const { batch_id, taken, claimed: seats } of fixed)
    await tx
      .updateTable('batches')
      .set({ taken: seats })
      .where('id', '=', batch_id)
      .where('taken', '=', taken)
      .execute();
  return { fixed, left: rows.filter(({ claimed: seats, capacity }) => seats > capacity) };
}
