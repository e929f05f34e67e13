import type { ResetPasswordEnd, ResetPasswordFailure } from '../../../machines/reset-password.machine.ts';

/**
 * The text for each reason why the password was not changed (`docs/product.md#password-reset`). For `other`, the
 * server's message is shown instead if there is one.
 */
export const resetTexts: Record<ResetPasswordFailure, string> = {
  invalidRequest: 'Invalid request.Try again.',
  unableToUpdate: 'Unable to update your password!. Contact us.',
  userNotFound: 'Invalid email.',
  sameAsOld: 'New password cannot be same as old password.',
  internalError: 'Please try again later.',
  other: 'Something went wrong.',
};

/** Advice to the student if the server did not respond. */
export const noResponseAdvice = 'Nothing you typed is lost. Check your connection and try again.';

/** Toasts for the cases in which the reset page cannot continue and the student is sent to Home. */
export const resetEndTexts: Record<Exclude<ResetPasswordEnd, 'updated'>, string> = {
  unauthorized: 'Unauthorized request',
  linkRefused: 'This link is no longer valid. Request a new one on the login page.',
  linkUnchecked: 'We could not check the link. Open it again in a moment.',
};
