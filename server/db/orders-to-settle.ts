import { sql } from 'kysely';

/**
 * SQL for the ids (`order_id`, each once) of the orders with a booking that the office must still decide about, because
 * its batch was moved or cancelled. The query checks that the booking still exists: when the office has just cancelled
 * or moved it, its row in `batch_run_items` may still have the state `office`.
 */
export const ordersToSettleSql = sql`(select distinct i.order_id from batch_run_items i join batch_runs r on r.id = i.run_id
  where i.state = 'office' and exists (select from seat_claims s
    where s.batch_id = r.batch_id and s.order_id = i.order_id and s.kind = 'booking'))`;
