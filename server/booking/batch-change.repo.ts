import { sql } from 'kysely';
import type { Tx } from '../db/schema.ts';

/** A locked batch with the numbers of seats that are booked, held, and sold by the office. */
export type StaffBatch = {
  id: number;
  course_name: string;
  start_date: string;
  status: 'open' | 'closed';
  capacity: number;
  taken: number;
  booked: number;
  held: number;
  office: number;
};

/** Locks a batch, so that no seat is taken or released meanwhile. Returns undefined if there is no such batch. */
export async function lockBatch(tx: Tx, id: number): Promise<StaffBatch | undefined> {
  await sql`select id from batches where id = ${id} for no key update`.execute(tx);
  const seats = (kind: string) =>
    sql`(select coalesce(sum(seats), 0)::integer from seat_claims s where s.batch_id = b.id and s.kind = ${kind})`;
  const { rows } = await sql<StaffBatch>`
    select b.id, c.course_name, b.start_date, b.status, b.capacity, b.taken,
      ${seats('booking')} as booked, ${seats('hold')} as held, ${seats('office')} as office
    from batches b join courses c on c.id = b.course_id where b.id = ${id}`.execute(tx);
  return rows[0];
}

/**
 * Sets the capacity of a locked batch. The value is stored as a staff decision, so that the next content load does not
 * overwrite it.
 */
export async function setCapacity(tx: Tx, id: number, capacity: number): Promise<void> {
  await tx.updateTable('batches').set({ capacity }).where('id', '=', id).execute();
  await tx
    .insertInto('batch_decisions')
    .values({ batch_id: id, staff_capacity: capacity })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet({ staff_capacity: capacity }))
    .execute();
}

/**
 * Opens or closes a locked batch. The status is stored as a staff decision, so that the next content load does not
 * overwrite it.
 */
export async function setStatus(tx: Tx, id: number, status: 'open' | 'closed'): Promise<void> {
  await tx.updateTable('batches').set({ status }).where('id', '=', id).execute();
  await tx
    .insertInto('batch_decisions')
    .values({ batch_id: id, staff_status: status })
    .onConflict((conflict) => conflict.column('batch_id').doUpdateSet({ staff_status: status }))
    .execute();
}
