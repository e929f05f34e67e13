import {
  type CartRow,
  isCartRow,
  isSendable,
  type OutboxAction,
  type OutboxRow,
  type RowFault,
  rowVersion,
  type SendableRow,
} from './outbox-row.ts';

/**
 * How sending a row ended; `reference` is a form's. `unanswered`: nobody knows, or the server could not; `isOurs` where it
 * said so itself. `signedOut`: our server knows no session.
 */
export type Delivery =
  | { kind: 'delivered'; reference?: string }
  | { kind: 'refused'; fault: RowFault }
  | { kind: 'unanswered'; fault: RowFault; isOurs: boolean }
  | { kind: 'signedOut' };

const triesOfOurs = 8;
/** Milliseconds: nothing waits longer than this for its next try. */
export const longestPause = 60_000;

/** Milliseconds before a row is tried again that may have reached the server so often; `random` is 0 to 1. */
export function pauseAfter(attempts: number, random: number): number {
  return Math.min(longestPause, 1000 * 2 ** Math.min(attempts, 10)) * (0.5 + random / 2);
}

/** What a row is about: `course:5`, `package:7`. */
function thingOf({ payload }: Pick<CartRow, 'payload'>): string {
  const type = 'type' in payload ? payload.type : payload.item_type;
  return 'package_id' in payload ? `${type}:${payload.package_id}` : `${type}:${payload.course_id}`;
}

/** Rows that the server can't have heard of, or has refused: a later word on the same thing takes their place. */
function isReplaceable(row: OutboxRow): boolean {
  if (row.state === 'needsAttention') return row.lastError?.isFinal === true;
  return row.state !== 'sending' && row.attempts === 0;
}

/** What a row has before it is sent. */
export function freshRow(rows: readonly OutboxRow[], now: number) {
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
 * Adds an action. Adds and removes are set operations on the cart: a later add or remove of the same thing cancels an
 * earlier add that was not sent; a remove that waits already, or the same add, is not repeated. `key` is the row's that counts.
 */
export function addRow(rows: OutboxRow[], action: OutboxAction, user: string, now: number): Added {
  const thing = thingOf(action);
  const earlier = rows.filter(
    (row): row is CartRow => isCartRow(row) && row.user === user && thingOf(row) === thing && isReplaceable(row),
  );
  const same = earlier.find(
    (row) =>
      row.state !== 'needsAttention' &&
      row.kind === action.kind &&
      JSON.stringify(row.payload) === JSON.stringify(action.payload),
  );
  const replaced = earlier.filter((row) => row !== same && (row.kind === 'cart.add' || row.state === 'needsAttention'));
  const kept = rows.filter((row) => !replaced.some(({ key }) => key === row.key));
  const gone = replaced.map(({ key }) => key);
  if (same) return { rows: kept, key: same.key, replaced: gone };
  return { rows: [...kept, { ...action, user, ...freshRow(rows, now) }], key: action.key, replaced: gone };
}

function change(rows: OutboxRow[], key: string, changes: Partial<Omit<OutboxRow, 'kind' | 'payload'>>): OutboxRow[] {
  return rows.map((row) => (row.key === key ? { ...row, ...changes } : row));
}

/**
 * The first row in line, marked as being sent; null where none waits. The student's own go, and those of nobody. Where one of
 * the student's waits for signing in, none overtakes it.
 */
export function claimNext(rows: OutboxRow[], user: string | null): { rows: OutboxRow[]; row: SendableRow | null } {
  const isHeld = rows.some((row) => row.user === user && row.state === 'needsAuth');
  const [row] = rows
    .filter(isSendable)
    .filter((one) => one.state === 'waiting' && (one.user === null || (one.user === user && !isHeld)))
    .sort((a, b) => a.sequence - b.sequence);
  if (!row) return { rows, row: null };
  const claimed: SendableRow = { ...row, state: 'sending', attempts: row.attempts + 1 };
  return { rows: rows.map((other) => (other === row ? claimed : other)), row: claimed };
}

/** The rows after a delivery; a form's row is settled by `settleForm` where it was delivered. */
export function settleRow(rows: OutboxRow[], row: SendableRow, delivery: Delivery): OutboxRow[] {
  if (delivery.kind === 'delivered') return rows.filter(({ key }) => key !== row.key);
  if (delivery.kind === 'refused') return change(rows, row.key, { state: 'needsAttention', lastError: delivery.fault });
  // No session: the server did nothing.
  if (delivery.kind === 'signedOut') return change(rows, row.key, { state: 'needsAuth', attempts: row.attempts - 1 });
  // A server that fails on one row again and again must not keep the others waiting.
  const failures = row.failures + (delivery.isOurs ? 1 : 0);
  const state = failures < triesOfOurs ? 'waiting' : 'needsAttention';
  return change(rows, row.key, { state, failures, lastError: delivery.fault });
}

/** Rows that a closed tab was sending wait again under their key: only the holder of the lock calls this. */
export function releaseAbandoned(rows: OutboxRow[]): OutboxRow[] {
  return rows.map((row) => (row.state === 'sending' ? { ...row, state: 'waiting' } : row));
}

/** The student has signed in: what waited for that waits for its turn. */
export function releaseSignedIn(rows: OutboxRow[], user: string): OutboxRow[] {
  return rows.map((row) => (row.state === 'needsAuth' && row.user === user ? { ...row, state: 'waiting' } : row));
}

/** The student wants a row tried again. A refusal has spent its key (the server repeats its answer), so it gets a new one. */
export function retryRow(rows: OutboxRow[], key: string, newKey: string): OutboxRow[] {
  return rows.map((row) => {
    if (row.key !== key || !isSendable(row) || row.state !== 'needsAttention') return row;
    const again = row.lastError?.isFinal ? { key: newKey, attempts: 0 } : {};
    return { ...row, ...again, state: 'waiting', failures: 0, lastError: null };
  });
}

/** Without a row that the student gives up; one that is just being sent stays: it may be done already. */
export function discardRow(rows: OutboxRow[], key: string): OutboxRow[] {
  return rows.filter((row) => row.key !== key || row.state === 'sending');
}

/** Whether a row is the student's to see: their own, or one of nobody. */
export function isShownTo(user: string | null) {
  return (row: OutboxRow) => row.user === null || row.user === user;
}

/** How many of the rows that a student sees would be lost with them. */
export function countUnsent(rows: readonly OutboxRow[], user: string | null): number {
  return rows.filter(isShownTo(user)).filter(({ kind }) => kind !== 'receipt').length;
}
