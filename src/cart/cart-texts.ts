import type { BatchTrouble, CartItem } from '../../contract/cart.ts';
import type { CartFailure } from '../../machines/cart-add.types.ts';
import { ApiError } from '../lib/api.ts';

/** Codes that stand for no word of the server's (document 1, section 8). */
const unspoken = ['UNKNOWN_ERROR', 'NO_RESPONSE', 'REQUEST_SETUP_ERROR'];

/** A failed add in the catalogue's form: errorCode and message, with its defaults. */
export function toCartFailure(error: unknown): CartFailure {
  if (!(error instanceof ApiError)) return { errorCode: 'REQUEST_SETUP_ERROR', message: null };
  if (error.kind === 'offline') return { errorCode: 'NO_RESPONSE', message: 'No response from server' };
  return { errorCode: error.code ?? 'UNKNOWN_ERROR', message: error.failure?.message ?? 'An error occurred' };
}

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
  if (error instanceof ApiError && error.kind === 'offline') return 'Network error! Try again';
  if (error instanceof ApiError && error.failure && error.status < 500) return error.failure.message;
  return 'Internal server error';
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

/** Whether some batch of the line cannot be booked. */
export function hasTrouble(line: CartItem): boolean {
  if (line.course) return line.course.trouble !== null;
  return line.package?.batches.some((part) => part.trouble !== null) ?? false;
}
