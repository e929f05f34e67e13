import { type Kysely, sql } from 'kysely';
import { type RefundPolicy, refundPolicySchema } from '../../contract/staff/refund-policy.ts';
import type { Database, Tx } from './schema.ts';

/** The current refund policy, which was set last; undefined if none was ever set. */
export async function newestRefundPolicy(db: Kysely<Database>): Promise<RefundPolicy | undefined> {
  const row = await db.selectFrom('refund_policies').select('steps').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && refundPolicySchema.parse(row.steps);
}

/** An arbitrary key for the advisory lock that changes of the refund policy take. */
const refundPolicyLockKey = 7_003;

/**
 * Takes a lock until the transaction ends, so that changes of the refund policy wait for each other, and each sees the
 * previous one.
 */
export async function lockRefundPolicy(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${refundPolicyLockKey})`.execute(tx);
}
