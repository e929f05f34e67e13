import { useState } from 'react';
import type { CartAddDeps } from '../cart/changes/cart-add-flow.ts';
import type { AddRow, OutboxRow } from '../offline/outbox/row.ts';

/**
 * What every card of Book Online needs. The object is memoised, so that a change of one card does not render all
 * others.
 */
export type BookingContext = {
  /** The dependencies of the state machine that adds an offer to the cart. */
  adds: CartAddDeps;
  /** Idempotency keys of the adds made on this page. */
  ownKeys: Set<string>;
  /** Today's date in the academy's time zone, `YYYY-MM-DD`. */
  today: string;
  phone: string | null;
  isOnline: boolean;
  /** Id of the signed-in student; null for a visitor and until it is known who is signed in. */
  studentId: string | null;
  /** Path of the login page, which returns the student to Book Online. */
  loginHref: string;
};

/** Creates an idempotency key for an add made on this page. */
export function createAddKey({ ownKeys }: BookingContext): string {
  const key = crypto.randomUUID();
  ownKeys.add(key);
  return key;
}

export type WaitingAdd = AddRow;

const isSettled = ({ state }: OutboxRow) => state === 'needsAttention' || state === 'delivered';

/**
 * The outbox row that still has to add this course or package; undefined if there is none. Rows that the server
 * refused, and rows that failed too often, do not count.
 */
export function findWaitingAdd(
  rows: readonly OutboxRow[],
  item: { type: 'course' | 'package'; id: number },
): WaitingAdd | undefined {
  return rows.find((row): row is WaitingAdd => {
    if (row.kind !== 'cart.add' || isSettled(row) || row.payload.type !== item.type) return false;
    return (row.payload.type === 'course' ? row.payload.course_id : row.payload.package_id) === item.id;
  });
}

/**
 * Idempotency key of an add in the outbox that an earlier visit or another tab stored; undefined if there is none. With
 * such a key, the card shows from the start that the add waits. `waitingKey`: the key of the outbox row for the card's
 * item. `ownKeys`: keys of the adds made on this page.
 */
export function useRestoredKey(waitingKey: string | undefined, ownKeys: ReadonlySet<string>): string | undefined {
  const [restoredKey, setRestoredKey] = useState(waitingKey);
  if (waitingKey && waitingKey !== restoredKey && !ownKeys.has(waitingKey)) setRestoredKey(waitingKey);
  return restoredKey;
}
