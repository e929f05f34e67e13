import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Database } from '../../../../server/db/schema.ts';

/**
 * Makes PostgreSQL end the connection during the commit of the next transaction that writes to `table`. Later
 * transactions are not affected. The fault is removed when the test ends.
 */
export async function loseNextCommit(
  db: Kysely<Database>,
  table: 'payment_attempts' | 'provider_payments' | 'refund_transitions',
): Promise<void> {
  await sql`create sequence lost_commits`.execute(db);
  await sql`create function lose_commit() returns trigger language plpgsql as $$ begin
    if nextval('lost_commits') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
    return null; end $$`.execute(db);
  await sql`create constraint trigger lose_commit after insert or update on ${sql.table(table)} deferrable initially deferred
    for each row execute function lose_commit()`.execute(db);
  onTestFinished(async () => {
    await sql`drop function lose_commit() cascade`.execute(db);
    await sql`drop sequence lost_commits`.execute(db);
  });
}
