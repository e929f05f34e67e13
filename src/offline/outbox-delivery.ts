import { addToCart, removeFromCart } from '../../contract/cart.ts';
import { type Api, ApiError } from '../lib/api.ts';
import type { RowFault, SendableRow } from './outbox-row.ts';
import type { Delivery } from './outbox-rules.ts';

const patience = 20_000;
const laterStatuses: readonly number[] = [408, 425, 429];

/** What a failed call means for its row. */
export function deliveryOf(error: unknown): Delivery {
  if (!(error instanceof ApiError) || error.kind === 'offline') {
    const fault: RowFault = { code: 'NO_RESPONSE', message: 'No response from server', isFinal: false };
    return { kind: 'unanswered', fault, isOurs: false };
  }
  // The effect is there; only its answer is of another release.
  if (error.kind === 'broken') return { kind: 'delivered' };
  const code = error.code ?? 'UNKNOWN_ERROR';
  if (error.status === 401) return { kind: 'signedOut' };
  const isLater = error.status >= 500 || laterStatuses.includes(error.status) || code === 'IN_PROGRESS';
  if (isLater) return { kind: 'unanswered', fault: { code, message: error.message, isFinal: false }, isOurs: true };
  return { kind: 'refused', fault: { code, message: error.message, isFinal: true } };
}

/** Sends a row under its key. It never throws. */
export async function deliverRow(api: Api, row: Pick<SendableRow, 'key' | 'kind' | 'payload'>): Promise<Delivery> {
  const options = { key: row.key, signal: AbortSignal.timeout(patience) };
  const { kind, payload } = row as SendableRow;
  try {
    if (kind === 'cart.add') await api.call(addToCart, { body: payload }, options);
    else await api.call(removeFromCart, { body: payload }, options);
    return { kind: 'delivered' };
  } catch (error) {
    return deliveryOf(error);
  }
}
