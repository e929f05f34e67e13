import type { LineTrouble } from '../../contract/cart.ts';
import type { CartFailure } from '../../machines/cart-add.types.ts';
import { type NormalFailure, unspokenCodes } from './cart-failure.ts';

/** Nobody is signed in, so nothing was kept. */
export const signInFirst = { errorCode: 'SIGNED_OUT', message: 'Sign in to add to your cart.' } as const;

export const networkError = 'Network error! Try again';
export const serverError = 'Internal server error';

/** What a failed add says (document 1, section 8). */
export function cartAddText(failure: CartFailure): string {
  if (failure.errorCode === 'COURSE_ALREADY_IN_CART') return 'Course already exist in cart'; // sic
  if (failure.errorCode === 'PACKAGE_INCOMPLETE' && failure.message === null)
    return 'Please select batches for all courses';
  if (unspokenCodes.includes(failure.errorCode)) return 'Failed to add to cart. Please try again.';
  return failure.message ?? 'Failed to add to cart.';
}

type ChangeFailure = CartFailure & { status?: NormalFailure['status'] };

/** What a failed remove says (document 1, section 8), and a failed swap. */
export function cartChangeText({ status = null, errorCode, message }: ChangeFailure): string {
  if (errorCode === 'NO_RESPONSE') return networkError;
  const isSpoken = (status ?? 0) < 500 && !unspokenCodes.includes(errorCode);
  return isSpoken && message ? message : serverError;
}

/** Warning at a batch that cannot be booked (document 1, section 8; the catalogue quotes the beginnings). */
export const batchWarnings: Record<LineTrouble, string> = {
  booked: 'You have already booked this batch.',
  full: 'No seats available for this batch.',
  closed: 'This batch is no longer available for booking.',
  started: 'This batch is already started.',
};

/** The same of a course inside a package, whose warning speaks of the whole. */
export const partTroubles: Record<LineTrouble, string> = {
  booked: 'already booked by you',
  full: 'no seats left',
  closed: 'closed for booking',
  started: 'already started',
};

export const packageWarning = 'One or more included course batch are no longer available. Please update your cart.';
export const cartWarning = 'Please update your cart to proceed booking.';
export const bookingNotAllowed = 'Booking is not enabled for your account. Please contact admissions.';
export const offlineHindrance = 'You are offline. Your cart is kept; confirm when the connection is back.';
export const swapLater = 'Batches can be changed when the connection is back.';
export const pendingTitle = 'Payment pending, do not pay again';
export const pendingHindrance = 'Your last payment is not settled yet. Recheck it before you book more.';
