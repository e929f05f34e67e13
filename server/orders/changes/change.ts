import { insertAuditEntry, recordStaffAction } from '../../db/audit-entry.ts';
import type { StoredLine, Tx } from '../../db/schema.ts';
import type { OrderDeps } from '../order-deps.ts';

/** The functions of other domains and of providers that are needed to change a booking. */
export type ChangeDeps = Pick<OrderDeps, 'clock' | 'mail' | 'notifications' | 'seats'>;

/**
 * Who changes a booking: a staff member in the console, or somebody else, such as a student who used an emailed link.
 */
type ChangedBy = { staff: { staffId: string; name: string; email: string } } | { actor: string };

/**
 * Who changes a booking, and why. `key` is the idempotency key: a repeat under the same key changes nothing and returns
 * the first result. The key must be unique across all orders, for example `batch-cancel:17:LF-2026-000123`.
 */
export type ChangeRequest = { by: ChangedBy; reason: string; key: string };

/**
 * The cancellation or transfer of an order line. `after`: the line after the transfer; null if it was cancelled. Money
 * is in paise.
 */
export type BookingChange = {
  id: number;
  orderId: string;
  itemId: number;
  kind: 'cancel' | 'transfer';
  before: StoredLine;
  after: StoredLine | null;
  refundPaise: number;
  duePaise: number;
};

/** Why a booking cannot be changed. */
export type ChangeRefusalCode =
  | 'NO_SUCH_BOOKING'
  | 'REFUND_TOO_HIGH'
  | 'PACKAGE_WHOLE'
  | 'BATCH_FULL'
  | 'BATCH_CLOSED'
  | 'BATCH_STARTED'
  | 'ALREADY_BOOKED'
  | 'NO_OFFICE_SEAT'
  | 'KEY_REUSED';

/** Thrown if a booking cannot be changed. The transaction must be rolled back. */
export class ChangeRefusal extends Error {
  override name = 'ChangeRefusal';
  readonly code: ChangeRefusalCode;

  constructor(code: ChangeRefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** `fromOfficeSeat`: whether a transfer books a seat that was kept for the office. */
type NewChange = Omit<BookingChange, 'id'> & ChangeRequest & { fromOfficeSeat?: boolean };

const actorOf = (by: ChangedBy) => ('staff' in by ? `${by.staff.name} <${by.staff.email}>` : by.actor);

/**
 * Stores a change of a booking and records it in the audit log. The caller changes seats and money and queues the
 * email.
 */
export async function insertChange(tx: Tx, { clock }: ChangeDeps, change: NewChange): Promise<BookingChange> {
  const { by, reason, key, fromOfficeSeat, ...stored } = change;
  const { orderId, itemId, kind, before, after, refundPaise, duePaise } = stored;
  const now = new Date(clock.now());
  const { id } = await tx
    .insertInto('booking_changes')
    .values({
      key,
      order_id: orderId,
      order_item_id: itemId,
      kind,
      before: JSON.stringify(before),
      after: after && JSON.stringify(after),
      refund_paise: refundPaise,
      due_paise: duePaise,
      reason,
      actor: actorOf(by),
      staff_id: 'staff' in by ? by.staff.staffId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const entry = {
    action: kind === 'cancel' ? 'order cancel' : 'order transfer',
    subject: `order:${orderId}`,
    arguments: {
      ...{ item_id: itemId, refund_paise: refundPaise, due_paise: duePaise },
      ...(fromOfficeSeat ? { from_office_seat: true } : {}),
    },
    before,
    after: after ?? { cancelled: true },
    reason,
  };
  if ('staff' in by) await recordStaffAction(tx, by.staff, entry, now);
  else
    await insertAuditEntry(tx, {
      actor: by.actor,
      command: entry.action,
      arguments: entry.arguments,
      before,
      after: entry.after,
      subject: entry.subject,
      reason,
      at: now,
    });
  return { id, ...stored };
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof changesQuery>['execute']>>[number];

const changesQuery = (tx: Tx) =>
  tx
    .selectFrom('booking_changes')
    .select(['id', 'key', 'order_id', 'order_item_id', 'kind', 'before', 'after', 'refund_paise', 'due_paise'])
    .orderBy('id');

const toChange = ({ id, kind, before, after, ...row }: ChangeRow): BookingChange => ({
  ...{ id, kind, before, after, orderId: row.order_id, itemId: row.order_item_id },
  ...{ refundPaise: row.refund_paise, duePaise: row.due_paise },
});

/** All changes of an order's bookings, oldest first. Lines that were cancelled together have the same `key`. */
export async function readChanges(tx: Tx, orderId: string): Promise<Array<BookingChange & { key: string }>> {
  const rows = await changesQuery(tx).where('order_id', '=', orderId).execute();
  return rows.map((row) => ({ ...toChange(row), key: row.key }));
}

/**
 * The changes that were already made under this idempotency key. The order must be locked.
 * @throws ChangeRefusal KEY_REUSED if the key was used for another order or another kind of change
 */
export async function findEarlierChanges(
  tx: Tx,
  key: string,
  wanted: { orderId: string; kind: BookingChange['kind'] },
): Promise<BookingChange[]> {
  const rows = await changesQuery(tx).where('key', '=', key).execute();
  if (rows.some(({ order_id, kind }) => order_id !== wanted.orderId || kind !== wanted.kind))
    throw new ChangeRefusal('KEY_REUSED', `the key ${key} was used for another change`);
  return rows.map(toChange);
}
