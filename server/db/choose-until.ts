import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for the time until which the student of `order` can choose what happens to the booking in the cancelled `batch`;
 * null if there is nothing to choose, because the office decides. Both arguments are SQL for ids.
 */
export const chooseUntilSql = (batch: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Date | null>`(
  select r.choose_until from batch_run_items chosen join batch_runs r on r.id = chosen.run_id
  where r.batch_id = ${batch} and r.kind = 'cancel' and r.finished_at is null and chosen.order_id = ${order}
    and chosen.state in ('queued', 'waiting'))`;
