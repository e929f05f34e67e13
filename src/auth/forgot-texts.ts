import type { ForgotPasswordFailure } from '../../machines/forgot-password.types.ts';

/** Texts of a request for a reset link (document 1, section 8); of `other` the server's message comes first. */
export const forgotTexts: Record<ForgotPasswordFailure, string> = {
  userNotFound: 'User not found. Please check your email address.',
  invalidRequest: 'Invalid request.',
  // sic
  alreadySent: 'Reset link has been sent alraedy. Try after sometimes.',
  internalError: 'Please try again later.',
  other: 'Unable to send email.',
};

/** What to do where the text alone does not say it. */
export const forgotAdvice: Partial<Record<ForgotPasswordFailure, string>> = {
  alreadySent: 'Look into your mail, the spam folder too. The link works for 30 minutes.',
  other: 'Check your connection and try again.',
};
