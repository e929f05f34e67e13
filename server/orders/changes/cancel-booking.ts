import { sql } from 'kysely';
import type { Tx } from '../../db/schema.ts';
import { cancelledNotification } from '../messages/order-notifications.ts';
import { type BookedLine, lockBookedLines, requireLine, saveReceiptLines } from './booked-lines.repo.ts';
import {
  type BookingChange,
  type ChangeDeps,
  ChangeRefusal,
  type ChangeRequest,
  findEarlierChanges,
  insertChange,
} from './change.ts';
import { queueCancelledEmail } from './change-emails.ts';
import { refundChange } from './refund-change.ts';

/** A line to cancel, and its refund in paise. `full`: refund all that was paid for the line. */
type CancelledLine = { itemId: number; refundPaise: number | 'full' };

/** `lines`: the order lines to cancel, or `all` to cancel every line of the order with a full refund. */
export type Cancellation = ChangeRequest & { orderId: string; lines: readonly CancelledLine[] | 'all' };

function refundOf({ name, paidPaise }: BookedLine, refundPaise: CancelledLine['refundPaise']): number {
  const paise = refundPaise === 'full' ? paidPaise : refundPaise;
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`a refund of ${paise} paise`);
  if (paise <= paidPaise) return paise;
  throw new ChangeRefusal('REFUND_TOO_HIGH', `The refund is more than what was paid for ${name}.`);
}

async function cancelLine(tx: Tx, { itemId }: BookedLine): Promise<void> {
  await sql`
    with cancelled as (
      update order_items set cancelled_at = now() where id = ${itemId} returning id, order_id
    )
    delete from enrolments e using cancelled, order_item_courses c
    where c.order_item_id = cancelled.id and e.order_id = cancelled.order_id and e.course_id = c.course_id`.execute(tx);
}

/**
 * Cancels lines of a completed order: frees their seats, ends the enrolments, requests the refunds, posts the ledger
 * entries, and queues one email and one push message. A package is one line, so its courses are cancelled together.
 * Everything happens in the caller's transaction. A repeat with the same key returns the changes of the first call and
 * refunds nothing again.
 * @throws ChangeRefusal NO_SUCH_BOOKING, REFUND_TOO_HIGH, KEY_REUSED
 */
export async function cancelBooking(
  tx: Tx,
  deps: ChangeDeps,
  { orderId, lines, ...request }: Cancellation,
): Promise<BookingChange[]> {
  const booked = await lockBookedLines(tx, deps, orderId);
  const earlier = await findEarlierChanges(tx, request.key, { orderId, kind: 'cancel' });
  if (earlier.length > 0) return earlier;
  const wanted = lines === 'all' ? booked.map(({ itemId }) => ({ itemId, refundPaise: 'full' as const })) : lines;
  const cancelled = wanted.map(({ itemId, refundPaise }) => {
    const line = requireLine(booked, itemId);
    return { line, refundPaise: refundOf(line, refundPaise) };
  });
  if (cancelled.length === 0) throw new ChangeRefusal('NO_SUCH_BOOKING', 'Nothing of this order is booked.');
  await saveReceiptLines(tx, orderId);
  const changes: BookingChange[] = [];
  for (const { line, refundPaise } of cancelled) {
    const { itemId, name, courses } = line;
    await deps.seats.releaseBookings(
      tx,
      orderId,
      courses.map(({ batch_id }) => batch_id),
    );
    await cancelLine(tx, line);
    const money = { refundPaise, duePaise: 0 };
    const before = { name, courses };
    const change = { ...request, orderId, itemId, kind: 'cancel' as const, before, after: null, ...money };
    const stored = await insertChange(tx, deps, change);
    await refundChange(tx, stored, request.reason);
    changes.push(stored);
  }
  await queueCancelledEmail(tx, deps.mail, orderId, changes);
  const [first] = changes;
  if (first) await deps.notifications.notify(tx, cancelledNotification(orderId, first.id));
  return changes;
}
