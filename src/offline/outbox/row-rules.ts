import { idempotencyKeyTimes } from '../../../contract/limits.ts';
import type { CartResponse } from './notice.ts';
import {
  type CartRow,
  isCartRow,
  isSendable,
  type OutboxAction,
  type OutboxRow,
  type RowFault,
  rowVersion,
  type SendableRow,
} from './row.ts';

/**
 * Result of sending a row. `reference`: the reference number of a form. `cart`: the cart in the response, as in
 * `OutboxNotice`. `unanswered`: there was no response, a temporary error or an unreadable response. `isFromServer`: our
 * server has responded. `retryAfterMs`: how many ms the server asks to wait. `signedOut`: there is no valid sign-in
 * session.
 */
export type Delivery =
  | { kind: 'delivered'; reference?: string; cart?: CartResponse | undefined }
  | { kind: 'refused'; fault: RowFault }
  | { kind: 'unanswered'; fault: RowFault; isFromServer: boolean; retryAfterMs?: number }
  | { kind: 'signedOut' };

const maxServerFailures = 8;
const maxRetryDelayMs = 60_000;

/**
 * Delay in ms before the next try of a row that was sent `attempts` times: exponential, with jitter (`random`: 0 to 1).
 */
export function retryDelay(attempts: number, random: number): number {
  return Math.min(maxRetryDelayMs, 1000 * 2 ** attempts) * (0.5 + random / 2);
}

/** The cart item that a row adds or removes, such as `course:5` or `package:7`. */
function itemOf({ payload }: Pick<CartRow, 'payload'>): string {
  const type = 'type' in payload ? payload.type : payload.item_type;
  return 'package_id' in payload ? `${type}:${payload.package_id}` : `${type}:${payload.course_id}`;
}

/**
 * Whether a later change of the row's cart item may replace the row: it has never been sent, or the server refused it.
 */
function isReplaceable(row: OutboxRow): boolean {
  if (row.state === 'needsAttention') return row.lastError?.isFinal === true;
  return row.attempts === 0;
}

/** Whether an earlier change of the cart item of `action` is being sent or waits to be sent. */
export function hasEarlierChange(rows: readonly OutboxRow[], action: OutboxAction, user: string): boolean {
  const isUnsent = (row: OutboxRow): row is CartRow =>
    isCartRow(row) && row.user === user && row.state !== 'needsAttention' && row.state !== 'delivered';
  return rows.some((row) => isUnsent(row) && itemOf(row) === itemOf(action));
}

/** The initial values of the fields that every new outbox row has. */
export function newRowFields(rows: readonly OutboxRow[], now: number) {
  return {
    sequence: Math.max(0, ...rows.map(({ sequence }) => sequence)) + 1,
    schemaVersion: rowVersion,
    state: 'waiting' as const,
    createdAt: now,
    attempts: 0,
    failures: 0,
    lastError: null,
  };
}

export type Added = { rows: OutboxRow[]; key: string; replaced: string[] };

/**
 * Adds an outbox row for an action that adds an item to the cart or removes it. Adds none if the same action waits
 * already and was never sent. Earlier rows for the same item are replaced: additions that were never sent, and changes
 * that were refused.
 * `attempts`: how often the action was sent before it could be stored. Returns the key of the row for the action,
 * whether new or already waiting, and the keys of the replaced rows.
 */
export function addRow(rows: OutboxRow[], action: OutboxAction, user: string, now: number, attempts = 0): Added {
  const item = itemOf(action);
  const earlier = rows.filter(
    (row): row is CartRow => isCartRow(row) && row.user === user && itemOf(row) === item && isReplaceable(row),
  );
  const same = earlier.find(
    (row) =>
      row.state !== 'needsAttention' &&
      row.kind === action.kind &&
      JSON.stringify(row.payload) === JSON.stringify(action.payload),
  );
  const replaced = earlier.filter((row) => row !== same && (row.kind === 'cart.add' || row.state === 'needsAttention'));
  const others = rows.filter((row) => !replaced.some(({ key }) => key === row.key));
  const replacedKeys = replaced.map(({ key }) => key);
  if (same) return { rows: others, key: same.key, replaced: replacedKeys };
  return {
    rows: [...others, { ...action, user, ...newRowFields(rows, now), attempts }],
    key: action.key,
    replaced: replacedKeys,
  };
}

function change(rows: OutboxRow[], key: string, changes: Partial<Omit<OutboxRow, 'kind' | 'payload'>>): OutboxRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...changes } : row));
}

/** The fault code of a row that may have reached the server and is too old to be repeated with its idempotency key. */
export const unconfirmedCode = 'UNCONFIRMED';

function unconfirmed(row: SendableRow): RowFault {
  const advice = isCartRow(row)
    ? 'Look at your cart, then try again or discard it.'
    : 'You can try again or discard it.';
  return { code: unconfirmedCode, message: `We do not know whether this arrived. ${advice}`, isFinal: false };
}

/**
 * The result of `claimNext`. `row`: the row to send; null if there is none. `expired`: a row that is too old to be sent
 * again and now waits for the student's decision.
 */
type Claim = { rows: OutboxRow[]; row: SendableRow | null; expired?: { key: string; fault: RowFault } };

/**
 * Finds the next row that may be sent, and sets its state to `sending`: the first waiting row of the student or of an
 * anonymous sender. If one of the student's rows waits for sign-in, the student's other rows wait too.
 * A row that was first sent long ago is not sent again but waits for the student's decision. The server may have
 * deleted its idempotency key, so sending it again could have a second effect.
 */
export function claimNext(rows: OutboxRow[], user: string | null, now: number): Claim {
  const isHeld = rows.some((row) => row.user === user && row.state === 'needsAuth');
  const [row] = rows
    .filter(isSendable)
    .filter((one) => one.state === 'waiting' && (one.user === null || (one.user === user && !isHeld)))
    .sort((a, b) => a.sequence - b.sequence);
  if (!row) return { rows, row: null };
  const firstSentAt = row.attempts === 0 ? now : (row.firstSentAt ?? row.createdAt);
  // A time far in the future means that the device's clock was set back, so the row's real age is unknown.
  if (Math.abs(now - firstSentAt) > idempotencyKeyTimes.repeated) {
    const fault = unconfirmed(row);
    return {
      rows: change(rows, row.key, { state: 'needsAttention', lastError: fault }),
      row: null,
      expired: { key: row.key, fault },
    };
  }
  const { retryAt: _, ...rest } = row;
  const claimed: SendableRow = { ...rest, state: 'sending', attempts: row.attempts + 1, firstSentAt };
  return { rows: rows.map((other) => (other === row ? claimed : other)), row: claimed };
}

/**
 * Returns the rows after an attempt to send `row`. The row of a delivered addition stays until the cart has been
 * loaded, so that no page shows the cart without the addition. A delivered form is handled by `settleForm` instead.
 */
export function settleRow(rows: OutboxRow[], row: SendableRow, delivery: Delivery, now: number): OutboxRow[] {
  if (delivery.kind === 'delivered')
    return row.kind === 'cart.add'
      ? change(rows, row.key, { state: 'delivered', lastError: null })
      : rows.filter(({ key }) => key !== row.key);
  if (delivery.kind === 'refused') return change(rows, row.key, { state: 'needsAttention', lastError: delivery.fault });
  // Without a valid session the server did nothing, so the attempt does not count.
  if (delivery.kind === 'signedOut') return change(rows, row.key, { state: 'needsAuth', attempts: row.attempts - 1 });
  // A row on which the server fails again and again must not block the other rows, so the student must decide about it.
  const failures = row.failures + (delivery.isFromServer ? 1 : 0);
  const state = failures < maxServerFailures ? 'waiting' : 'needsAttention';
  const pause = state === 'waiting' && delivery.retryAfterMs ? { retryAt: now + delivery.retryAfterMs } : {};
  return change(rows, row.key, { state, failures, lastError: delivery.fault, ...pause });
}

/**
 * The time until which the outbox must send nothing, in ms since the epoch: the latest `retryAt` of the waiting rows. 0
 * if none of them has one.
 */
export function pausedUntil(rows: readonly OutboxRow[]): number {
  return Math.max(0, ...rows.map(({ state, retryAt }) => (state === 'waiting' && retryAt) || 0));
}

/**
 * Sets the rows in the state `sending` back to `waiting`, because the tab that was sending them was closed. Call it
 * only while holding the outbox's lock: then no other tab is sending rows.
 */
export function releaseAbandoned(rows: OutboxRow[]): OutboxRow[] {
  return rows.map((row) => (row.state === 'sending' ? { ...row, state: 'waiting' } : row));
}

/** Changes the student's rows in the state `needsAuth` to `waiting`, because the student has signed in again. */
export function releaseSignedIn(rows: OutboxRow[], user: string): OutboxRow[] {
  return rows.map((row) => (row.state === 'needsAuth' && row.user === user ? { ...row, state: 'waiting' } : row));
}

/**
 * Makes the outbox send a row again for which the student had to decide: sets it to `waiting`. A refused row gets a new
 * idempotency key, because the server would repeat its refusal for the old one. A refused call has changed nothing on
 * the server, so the row counts as never sent (`attempts` 0). A row with the fault `UNCONFIRMED` gets a new key too: it
 * was last sent so long ago that the server may have deleted the old key.
 */
export function retryRow(rows: OutboxRow[], key: string, newKey: string, now: number): OutboxRow[] {
  return rows.map((row) => {
    if (row.key !== key || !isSendable(row) || row.state !== 'needsAttention') return row;
    const { lastError } = row;
    const isKeyUsedUp = lastError?.isFinal || lastError?.code === unconfirmedCode;
    const again = isKeyUsedUp ? { key: newKey, firstSentAt: now } : {};
    const attempts = lastError?.isFinal ? 0 : row.attempts;
    return { ...row, ...again, state: 'waiting', attempts, failures: 0, lastError: null };
  });
}

/** Removes a row that the student discards. A row that is being sent stays: the server may have handled it already. */
export function discardRow(rows: OutboxRow[], key: string): OutboxRow[] {
  return rows.filter((row) => row.key !== key || row.state === 'sending');
}

/** Whether the person who uses the page may see a row: it is their own or anonymous. */
export function isVisibleTo(user: string | null) {
  return (row: OutboxRow) => row.user === null || row.user === user;
}

/**
 * The number of unsent rows that are visible to the student and that signing out would lose. Receipts and delivered
 * additions do not count.
 */
export function countUnsent(rows: readonly OutboxRow[], user: string | null): number {
  return rows.filter(isVisibleTo(user)).filter(({ state }) => state !== 'delivered').length;
}
