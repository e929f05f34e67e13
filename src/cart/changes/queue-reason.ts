import type { CartFailure } from '../../../machines/cart-add.ts';
import type { ConnectionState } from '../../offline/connection/connection.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';

/**
 * Why a change of the cart is still in the outbox. `offline`: our server cannot be reached. `serverFailed`: our server
 * responded that it could not handle the change at that time. `signIn`: the sign-in session has ended. `turn`: the
 * change is being sent, or waits behind another one.
 */
export type QueueReason =
  | { kind: 'offline' }
  | { kind: 'serverFailed'; failure: CartFailure }
  | { kind: 'signIn' }
  | { kind: 'turn' };

/** `row`: the outbox row of the change of the cart; undefined if the outbox has not been read yet. */
export function queueReason(row: Pick<OutboxRow, 'state' | 'lastError'> | undefined, isOnline: boolean): QueueReason {
  if (row?.state === 'needsAuth') return { kind: 'signIn' };
  if (!isOnline) return { kind: 'offline' };
  const fault = row?.lastError;
  if (!fault) return { kind: 'turn' };
  if (fault.code === 'NO_RESPONSE') return { kind: 'offline' };
  return { kind: 'serverFailed', failure: { errorCode: fault.code, message: fault.message } };
}

/**
 * Text of the add button while the add is in the outbox. It blames the connection only if the connection is the cause,
 * not if our server is down.
 */
export const waitingText = (isOnline: boolean, state: ConnectionState) =>
  isOnline || state === 'serverDown' ? 'Waiting to be sent' : 'Waiting for connection';
