import type { CartErrorCode, CartFailure } from '../../../machines/cart-add.ts';
import { ApiError } from '../../lib/api.ts';

/** A failed cart call, with what a screen needs to choose its text. `status`: HTTP status; null without a response. */
export type NormalFailure = CartFailure & { status: number | null; message: string };

const unknownMessage = 'An error occurred';

/** Error codes that `normaliseFailure` sets if the server sent none. Such failures have no message from the server. */
export const codesWithoutMessage: readonly CartErrorCode[] = ['UNKNOWN_ERROR', 'NO_RESPONSE', 'REQUEST_SETUP_ERROR'];

/** Converts the error of a cart call to its error code, message and HTTP status. */
export function normaliseFailure(error: unknown): NormalFailure {
  if (!(error instanceof ApiError)) {
    const message = error instanceof Error && error.message ? error.message : unknownMessage;
    return { status: null, errorCode: 'REQUEST_SETUP_ERROR', message };
  }
  if (error.kind === 'offline') return { status: null, errorCode: 'NO_RESPONSE', message: 'No response from server' };
  const { failure, status } = error;
  // The type assertion is safe, because a failure has only codes that the called endpoint declares.
  const errorCode = (failure?.code ?? 'UNKNOWN_ERROR') as CartErrorCode;
  // An empty message from the server stays empty, so that the screen shows its own text.
  return { status, errorCode, message: failure ? failure.message : unknownMessage };
}
