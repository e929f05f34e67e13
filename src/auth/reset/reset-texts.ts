import type { ResetPasswordEnd, ResetPasswordFailure } from '../../../machines/reset-password.machine.ts';

/** Messages of failures (`docs/product.md#password-reset`). For `other`, the server's message is shown instead if it sent one. */
export const resetTexts: Record<ResetPasswordFailure, string> = {
  invalidRequest: 'Invalid request.Try again.',
  unableToUpdate: 'Unable to update your password!. Contact us.',
  userNotFound: 'Invalid email.',
  sameAsOld: 'New password cannot be same as old password.',
  internalError: 'Please try again later.',
  other: 'Something went wrong.',
};

/** What to do if the server did not respond. */
export const noResponseAdvice = 'Nothing you typed is lost. Check your connection and try again.';

/** Toast shown when the page cannot go on and leaves for Home. */
export const resetEndTexts: Record<Exclude<ResetPasswordEnd, 'updated'>, string> = {
  unauthorized: 'Unauthorized request',
  linkRefused: 'This link is no longer valid. Request a new one on the login page.',
  linkUnchecked: 'We could not check the link. Open it again when you are back online.',
};
