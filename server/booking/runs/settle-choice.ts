import type { Kysely } from 'kysely';
import type { Database, Tx } from '../../db/schema.ts';
import { type Clock, today } from '../../http/clock.ts';
import type { BookingChanges } from './booking-changes.ts';
import { type RunItem, settleItem } from './run.repo.ts';

export type ChoiceDeps = { clock: Clock; changes: BookingChanges };

/**
 * What a refund of a student's booking would pay back, in paise. `packageName`: null if the course was not booked in a
 * package. `needsOffice`: the office must decide on the refund, because another course of the same package has started,
 * in a batch that is not cancelled.
 */
type RefundOffer = { itemId: number; paise: number; packageName: string | null; needsOffice: boolean };

/**
 * What a full refund of a student's booking in the moved or cancelled batch would pay back. Null if the booking is no
 * longer in that batch, because it was cancelled or transferred in the meantime.
 */
export async function readRefund(
  db: Kysely<Database>,
  { order_id, batch_id }: RunItem,
  { clock, changes }: ChoiceDeps,
): Promise<RefundOffer | null> {
  const lines = await changes.readLines(db, order_id);
  const line = lines.find(({ courses }) => courses.some((course) => course.batch_id === batch_id));
  if (!line) return null;
  const ignored = new Set([batch_id, ...line.cancelledBatchIds]);
  const others = line.courses.filter((course) => !ignored.has(course.batch_id));
  return {
    itemId: line.itemId,
    paise: line.paidPaise,
    packageName: line.type === 'package' ? line.name : null,
    needsOffice: others.some(({ start_date }) => start_date <= today(clock)),
  };
}

/**
 * The idempotency key of the refund or transfer of one student's booking (an item of a run), so that neither a crash
 * nor a second click refunds or transfers it twice.
 */
const keyOf = ({ run_id, order_id }: RunItem, kind: 'refund' | 'transfer') => `batch-run:${run_id}:${order_id}:${kind}`;

const reasonOf = ({ kind, batch_id }: RunItem) => `batch ${batch_id} was ${kind === 'move' ? 'moved' : 'cancelled'}`;

/**
 * Refunds a student's booking in a moved or cancelled batch in full. A package is refunded as a whole, or left to the
 * office if another of its courses has started. The caller must have locked the row of `item`.
 */
export async function refundItem(tx: Tx, item: RunItem, deps: ChoiceDeps & { actor: string }): Promise<void> {
  const { clock, changes, actor } = deps;
  const at = new Date(clock.now());
  // Staff may be cancelling or transferring the booking at the moment. It must not change between reading and refunding.
  await changes.lock(tx, item.order_id);
  const refund = await readRefund(tx, item, deps);
  if (!refund) return settleItem(tx, item.id, { state: 'released', at });
  if (refund.needsOffice) {
    const problem = `Part of the package ${refund.packageName ?? ''} has started. Agree on a refund with the student.`;
    return settleItem(tx, item.id, { state: 'office', at, problem });
  }
  const change = { orderId: item.order_id, actor, reason: reasonOf(item), key: keyOf(item, 'refund') };
  await changes.refundLine(tx, { ...change, itemId: refund.itemId });
  await settleItem(tx, item.id, { state: 'refunded', at });
}

/**
 * Transfers a student's booking in a moved or cancelled batch to another batch of the course. The caller must have
 * locked the row of `item`.
 * @throws the errors of `changes.transfer`
 */
export async function transferItem(
  tx: Tx,
  item: RunItem,
  { clock, changes, actor, toBatchId }: ChoiceDeps & { actor: string; toBatchId: number },
): Promise<void> {
  const change = { orderId: item.order_id, actor, reason: reasonOf(item), key: keyOf(item, 'transfer') };
  await changes.transfer(tx, { ...change, courseId: item.course_id, fromBatchId: item.batch_id, toBatchId });
  await settleItem(tx, item.id, { state: 'transferred', at: new Date(clock.now()), toBatchId });
}
