import type { RegisterFailure } from '../../../machines/register.machine.ts';

/** Messages of registration failures (`docs/product.md#registration`). */
export const registerTexts: Record<RegisterFailure, string> = {
  userExists: 'User exist with similar details.',
  commonPassword: 'Please choose another password',
  somethingWrong: 'Something went wrong',
  noResponse: 'Network error - please check your internet connection',
  requestFailed: 'Error processing your request',
};

/** What the visitor can do after a failed registration. */
export const registerAdvice: Record<RegisterFailure, string> = {
  userExists: 'Your email or INDOS number is already registered. Log in with it, or set a new password.',
  commonPassword: 'This one is easy to guess. Nothing else you typed is lost.',
  somethingWrong: 'Nothing you typed is lost. Try again in a moment.',
  noResponse:
    'Nothing you typed is lost. Send the form again when you are back online. You will be registered only once.',
  requestFailed: 'Nothing you typed is lost. Try again.',
};

export const registeredToast = 'You are registered. Log in to book your courses.';
