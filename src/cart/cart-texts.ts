import type { LineTrouble } from '../../contract/cart.ts';
import { maxOrderLines } from '../../contract/limits.ts';
import type { CartFailure } from '../../machines/cart-add.ts';
import { codesWithoutMessage } from './changes/cart-failure.ts';

/** The failure of an attempt to add to the cart without being signed in. The add was not stored. */
export const signedOutFailure = { errorCode: 'SIGNED_OUT', message: 'Sign in to add to your cart.' } as const;

const networkError = 'Network error! Try again';
const serverError = 'Internal server error';

/** Text for a failed attempt to add to the cart. */
export function cartAddText(failure: CartFailure): string {
  // The spelling mistake “already exist” is in the specification, whose wording must stay.
  if (failure.errorCode === 'COURSE_ALREADY_IN_CART') return 'Course already exist in cart';
  if (failure.errorCode === 'PACKAGE_INCOMPLETE' && !failure.message) return 'Please select batches for all courses';
  if (codesWithoutMessage.includes(failure.errorCode)) return 'Failed to add to cart. Please try again.';
  return failure.message || 'Failed to add to cart.';
}

/** Text for a failed attempt to remove a cart line or choose another batch. */
export function cartChangeText({ errorCode, message }: CartFailure): string {
  if (errorCode === 'NO_RESPONSE') return networkError;
  if (errorCode === 'INTERNAL_ERROR' || codesWithoutMessage.includes(errorCode)) return serverError;
  return message || serverError;
}

/** Warnings for a batch that cannot be booked. */
export const batchWarnings: Record<LineTrouble, string> = {
  booked: 'You have already booked this batch.',
  full: 'No seats available for this batch.',
  closed: 'This batch is no longer available for booking.',
  started: 'This batch is already started.',
};

/** Why a course in a package cannot be booked, in a few words. Shown below the warning for the package. */
export const packageCourseTroubles: Record<LineTrouble, string> = {
  booked: 'already booked by you',
  full: 'no seats left',
  closed: 'closed for booking',
  started: 'already started',
};

export const packageWarning = 'One or more included course batch are no longer available. Please update your cart.';
export const cartWarning = 'Please update your cart to proceed booking.';
export const bookingNotAllowed = 'Booking is not enabled for your account. Please contact admissions.';
export const swapLater = (whenBack: string) => `You can change batches ${whenBack}.`;
export const tooManyLinesTitle = `An order can have at most ${maxOrderLines} lines.`;
export const tooManyLinesAdvice =
  'Remove some of them and book the rest. Then add the removed ones again and book them too.';
export const pendingTitle = 'Payment pending, do not pay again';
export const pendingReason = 'Your last payment is not settled yet. Recheck it before you book more.';
