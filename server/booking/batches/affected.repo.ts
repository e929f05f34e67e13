import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * A student affected by a change of a batch: one with a booking, or with a hold for a payment in progress.
 * `package_name` is set if the batch was booked as part of a package.
 */
export type AffectedStudent = {
  kind: 'booking' | 'hold';
  order_id: string;
  student_id: string;
  first_name: string;
  last_name: string;
  email: string | null;
  package_name: string | null;
};

/**
 * How many waiting list entries there are for a batch, or for a package in which it was chosen. These entries end when
 * the batch is cancelled.
 */
export async function countWaiting(db: Kysely<Database>, batchId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from waiting_entry_batches w join waiting_entries e on e.id = w.entry_id
    where w.batch_id = ${batchId} and e.state <> 'ended'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** The students affected by a change of a batch, those with bookings first. Expired holds do not count. */
export async function readAffected(db: Kysely<Database>, batchId: number): Promise<AffectedStudent[]> {
  const { rows } = await sql<AffectedStudent>`
    select s.kind, o.id as order_id, st.id as student_id, st.first_name, st.last_name, st.email,
      (select i.name from order_items i join order_item_courses c on c.order_item_id = i.id
        where i.order_id = o.id and i.type = 'package' and c.batch_id = s.batch_id limit 1) as package_name
    from seat_claims s join orders o on o.id = s.order_id join students st on st.id = o.student_id
    where s.batch_id = ${batchId} and (s.kind = 'booking' or (s.kind = 'hold' and s.expires_at > now()))
    order by s.kind, o.id`.execute(db);
  return rows;
}
