import type { ResetPasswordEnd, ResetPasswordFailure } from '../../machines/reset-password.types.ts';

/** Texts of a reset's failures (document 1, section 8); of `other` the server's message comes first. */
export const resetTexts: Record<ResetPasswordFailure, string> = {
  invalidRequest: 'Invalid request.Try again.',
  unableToUpdate: 'Unable to update your password!. Contact us.',
  userNotFound: 'Invalid email.',
  sameAsOld: 'New password cannot be same as old password.',
  internalError: 'Please try again later.',
  other: 'Something went wrong.',
};

/** What to do where no answer came. */
export const noAnswerAdvice = 'Nothing you typed is lost. Check your connection and try again.';

/** Said where the page leaves for the site's root. */
export const resetEndTexts: Record<Exclude<ResetPasswordEnd, 'updated'>, string> = {
  unauthorized: 'Unauthorized request',
  linkRefused: 'This link cannot be used any more. Ask for a new one at Login.',
  linkUnchecked: 'The link could not be checked. Open it again when the connection is back.',
};
