import type { RegisterFailure } from '../../machines/register.types.ts';

/** Texts of a registration's failures (document 1, section 8). */
export const registerTexts: Record<RegisterFailure, string> = {
  userExists: 'User exist with similar details.',
  somethingWrong: 'Something went wrong',
  noResponse: 'Network error - please check your internet connection',
  requestFailed: 'Error processing your request',
};

/** What to do where the text alone does not say it. */
export const registerAdvice: Record<RegisterFailure, string> = {
  userExists: 'Your e-mail or INDOS number is registered already. Log in with it, or set a new password.',
  somethingWrong: 'Nothing you typed is lost. Try again in a moment.',
  noResponse: 'Nothing you typed is lost. Send it again when the connection is back; it counts once.',
  requestFailed: 'Nothing you typed is lost. Try again.',
};

export const registeredToast = 'You are registered. Log in to book your courses.';
