import { sql } from 'kysely';

/**
 * SQL for the ids of the orders with a booking that the office must still decide about, because its batch was moved or
 * cancelled. Each order occurs once, in the column `order_id`. A booking that the office has just cancelled or moved to
 * another batch is left out, even if its row in `batch_run_items` still has the state `office`.
 */
export const ordersToSettleSql = sql`(select distinct i.order_id from batch_run_items i join batch_runs r on r.id = i.run_id
  where i.state = 'office' and exists (select from seat_claims s
    where s.batch_id = r.batch_id and s.order_id = i.order_id and s.kind = 'booking'))`;
