import type { CartFailure } from '../../machines/cart-add.types.ts';
import { ApiError } from '../lib/api.ts';

/** A failed call of the cart as document 1, section 8 normalises it; `status` is null where nobody answered. */
export type NormalFailure = CartFailure & { status: number | null; message: string };

const unknownMessage = 'An error occurred';

/** Codes that stand for no word of the server's (document 1, section 8). */
export const unspokenCodes: readonly string[] = ['UNKNOWN_ERROR', 'NO_RESPONSE', 'REQUEST_SETUP_ERROR'];

export function normaliseFailure(error: unknown): NormalFailure {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error && error.message ? error.message : unknownMessage;
    return { status: null, errorCode: 'REQUEST_SETUP_ERROR', message };
  }
  if (error.kind === 'offline') return { status: null, errorCode: 'NO_RESPONSE', message: 'No response from server' };
  const { failure, status } = error;
  return { status, errorCode: failure?.code ?? 'UNKNOWN_ERROR', message: failure?.message || unknownMessage };
}
