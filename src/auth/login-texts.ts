import type { LoginFailure } from '../../machines/login.types.ts';
import type { OneTimeCodeFailure } from '../../machines/one-time-code.types.ts';

/** Texts of the sign-in's failures (document 1, section 8). */
export const loginTexts: Record<LoginFailure, string> = {
  identifierNotFound: 'User not found',
  lookupFailed: 'Something went wrong.',
  tooManyRequests: 'Too many requests. Please try again later.',
  invalidCredentials: 'Invalid credentials',
  userNotFound: 'User not found',
  somethingWrong: 'Something went wrong',
};

/** The not-found notice (document 1, sections 5 and 8). */
export const noAccountTitle = 'We found no account with these details';

/** Said below 'Something went wrong', where no answer came that says who the student is. */
export const noAnswerNotices = {
  cut: {
    title: 'There is no connection to the academy',
    advice: 'Nothing you typed is lost. Try again when the connection is back.',
  },
  reached: {
    title: 'The academy could not answer just now',
    advice: 'Nothing you typed is lost. Try again in a moment.',
  },
};

/** Texts of the one-time code's failures (document 1, section 8); `resendFailed` is followed by the provider's words. */
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

/** What to do about a failure whose text alone does not say it. */
export const codeAdvice: Partial<Record<OneTimeCodeFailure, string>> = {
  codeExpired: 'The code is no longer valid. Ask for a new one.',
  tooManyTries: 'Too many tries with this code. Ask for a new one.',
  captchaNeeded: 'Show that you are a person in the box below, then try again.',
  notOnWhatsapp: 'Go back and choose another way to sign in.',
  providerUnavailable: 'Check your connection and try again, or sign in by password.',
};
