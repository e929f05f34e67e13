import type { BatchTrouble, CartItem } from '../../contract/cart.ts';
import type { CartFailure } from '../../machines/cart-add.types.ts';
import { ApiError } from '../lib/api.ts';

/** Codes that stand for no word of the server's (document 1, section 8). */
const unspoken = ['UNKNOWN_ERROR', 'NO_RESPONSE', 'REQUEST_SETUP_ERROR'];

/** Nobody is signed in, so nothing was kept. */
export const signInFirst = { errorCode: 'SIGNED_OUT', message: 'Sign in to add to your cart.' } as const;

export const networkError = 'Network error! Try again';
const serverError = 'Internal server error';

/** What a failed add says (document 1, section 8). */
export function cartAddText(failure: CartFailure): string {
  if (failure.errorCode === 'COURSE_ALREADY_IN_CART') return 'Course already exist in cart';
  if (failure.errorCode === 'PACKAGE_INCOMPLETE' && failure.message === null)
    return 'Please select batches for all courses';
  if (unspoken.includes(failure.errorCode)) return 'Failed to add to cart. Please try again.';
  return failure.message ?? 'Failed to add to cart.';
}

/** What a failed remove says (document 1, section 8). */
export function cartRemoveText(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'offline') return networkError;
  if (error instanceof ApiError && error.failure && error.status < 500) return error.failure.message;
  return serverError;
}

/** What a remove says that nothing could keep. */
export function unkeptRemoveText(code: string): string {
  return code === 'NO_RESPONSE' ? networkError : serverError;
}

/** Warning at a batch that cannot be booked; the catalogue quotes the beginnings, the rest says what to do. */
export const batchWarnings: Record<BatchTrouble, string> = {
  full: 'No seats available for this batch. Remove the course and choose another batch.',
  closed: 'This batch is no longer available for booking. Remove the course and choose another batch.',
  started: 'This batch is already started. Remove the course and choose another batch.',
};

export const packageWarning = 'One or more included course batch are no longer available. Please update your cart.';
export const cartWarning = 'Please update your cart to proceed booking.';
export const bookingNotAllowed = 'Booking is not enabled for your account. Please contact admissions.';
export const offlineHindrance = 'You are offline. Your cart is kept; confirm when the connection is back.';

/** Whether some batch of the line cannot be booked. */
export function hasTrouble(line: CartItem): boolean {
  if (line.course) return line.course.trouble !== null;
  return line.package?.batches.some((part) => part.trouble !== null) ?? false;
}
