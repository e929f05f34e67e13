import type { Kysely } from 'kysely';
import { daysBetween } from '../../../contract/days.ts';
import {
  mostDaysFirst,
  type RefundPolicy,
  refundFor,
  refundPolicySchema,
} from '../../../contract/staff/refund-policy.ts';
import { newestRefundPolicy } from '../../db/refund-policy.ts';
import type { Database, Tx } from '../../db/schema.ts';
import type { BookedLine } from './booked-lines.repo.ts';

/** The refund policy of an academy that has not set its own. The texts of the demo content say the same. */
export const defaultPolicy: RefundPolicy = [
  { days: 15, percent: 90 },
  { days: 7, percent: 50 },
  { days: 0, percent: 0 },
];

/** How many of the latest changes of the policy are shown. */
const historyLength = 50;

/** The current refund policy: its steps, the one with the longest notice first. */
export async function readRefundPolicy(db: Kysely<Database>): Promise<RefundPolicy> {
  return (await newestRefundPolicy(db)) ?? defaultPolicy;
}

/** Replaces the refund policy. Returns its steps sorted, the one with the longest notice first. */
export async function storeRefundPolicy(tx: Tx, steps: RefundPolicy): Promise<RefundPolicy> {
  const sorted = mostDaysFirst(steps);
  await tx
    .insertInto('refund_policies')
    .values({ steps: JSON.stringify(sorted) })
    .execute();
  return sorted;
}

/** The latest changes of the refund policy that the audit log contains, newest first. */
export async function readPolicyChanges(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'at', 'actor', 'reason', 'after'])
    .where('subject', '=', 'refund-policy')
    .orderBy('id', 'desc')
    .limit(historyLength)
    .execute();
  return rows.map(({ at, after, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    steps: refundPolicySchema.parse(after),
  }));
}

/**
 * The refund of a line by the refund policy: days of notice, the percentage of what was paid, and the amount, rounded
 * half up to the paisa. `isByAccounts`: no rule gives the amount, so the accounts staff decide it.
 */
export type PolicyRefund = { daysBefore: number; percent: number; paise: number; isByAccounts: boolean };

/**
 * Computes the refund of a line that is cancelled on `today`. By the policy, it depends on the days until the line's
 * first course begins; nothing is refunded once that day has passed. If the academy has cancelled a batch of the
 * line, everything is refunded; but if another course of the line has begun, the accounts staff decide.
 */
export function refundByPolicy(
  policy: RefundPolicy,
  { courses, paidPaise, cancelledBatchIds }: BookedLine,
  today: string,
): PolicyRefund {
  const first = courses.map(({ start_date }) => start_date).toSorted()[0] ?? today;
  const daysBefore = daysBetween(today, first);
  if (cancelledBatchIds.length === 0)
    return { daysBefore, isByAccounts: false, ...refundFor(policy, daysBefore, paidPaise) };
  const hasBegun = courses.some(
    ({ batch_id, start_date }) => !cancelledBatchIds.includes(batch_id) && start_date <= today,
  );
  if (hasBegun) return { daysBefore, percent: 0, paise: 0, isByAccounts: true };
  return { daysBefore, percent: 100, paise: paidPaise, isByAccounts: false };
}
