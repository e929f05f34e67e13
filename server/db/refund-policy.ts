import type { Kysely } from 'kysely';
import { type RefundPolicy, refundPolicySchema } from '../../contract/staff/refund-policy.ts';
import type { Database } from './schema.ts';

/** The refund policy that was set last; undefined if none was ever set. */
export async function newestRefundPolicy(db: Kysely<Database>): Promise<RefundPolicy | undefined> {
  const row = await db.selectFrom('refund_policies').select('steps').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return row && refundPolicySchema.parse(row.steps);
}
