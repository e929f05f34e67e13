import type { LoginFailure } from '../../../machines/login.machine.ts';
import type { OneTimeCodeFailure } from '../../../machines/one-time-code.machine.ts';

/** Messages of sign-in failures (`docs/product.md#sign-in`). */
export const loginTexts: Record<LoginFailure, string> = {
  identifierNotFound: 'User not found',
  lookupFailed: 'Something went wrong.',
  tooManyRequests: 'Too many requests. Please try again later.',
  invalidCredentials: 'Invalid credentials',
  userNotFound: 'User not found',
  somethingWrong: 'Something went wrong',
};

export const noAccountTitle = 'We found no account with these details';

/**
 * Messages of one-time code failures (`docs/product.md#sign-in`). The text of `resendFailed` is followed by the
 * provider's message.
 */
export const codeTexts: Record<OneTimeCodeFailure, string> = {
  providerUnavailable: 'Failed to load OTP provider',
  numberUnavailable: 'Unable to fetch number',
  emailUnavailable: 'Unable to fetch email',
  invalidNumber: 'Invalid number',
  invalidEmail: 'Invalid email',
  notOnWhatsapp: 'Number is not registered to Whatsapp',
  captchaNeeded: 'Unable to send OTP',
  sendFailed: 'Unable to send OTP',
  codeIncomplete: 'Enter complete OTP',
  incorrectCode: 'Incorrect OTP',
  codeExpired: 'Verification failed',
  tooManyTries: 'Verification failed',
  verificationFailed: 'Verification failed',
  verificationUnavailable: 'Verification not available',
  userNotFound: 'User not found',
  invalidCredentials: 'Invalid credentials',
  somethingWrong: 'Something went wrong',
  retryUnavailable: 'Retry OTP not available',
  noRequestId: 'No request ID found. Please send OTP first.',
  resendFailed: 'Resend failed: ',
};

/** Advice to the student after a one-time code failure, where the message itself gives none. */
export const codeAdvice: Partial<Record<OneTimeCodeFailure, string>> = {
  codeExpired: 'This code is no longer valid. Request a new one.',
  tooManyTries: 'Too many attempts with this code. Request a new one.',
  captchaNeeded: 'Complete the check below to show that you are not a robot, then try again.',
  notOnWhatsapp: 'Go back and choose another way to sign in.',
  providerUnavailable: 'Check your connection and try again, or sign in with your password.',
};
