import * as z from 'zod';
import { doneSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { longestPassword, meetsPasswordRules } from './password-rules.ts';
import { profileSchema } from './student.ts';

const { email } = profileSchema.shape;
/**
 * The token of an emailed reset link. The schema accepts any text, because an unknown or expired token gets 401 instead
 * of 400.
 */
const tok = z.string().min(1).max(500);

/**
 * POST /auth/user/forgot/pass emails a reset link that works once within 30 minutes. 404 USER_NOT_FOUND; 429
 * ALREADY_SENT if a reset email was sent a short time ago.
 */
export const requestPasswordReset = defineEndpoint({
  name: 'requestPasswordReset',
  summary: 'Mails a link to set a new password',
  method: 'POST',
  url: '/api/auth/user/forgot/pass',
  policy: 'public',
  rate: 'contact',
  idempotency: 'keyed',
  body: z.object({ email }),
  answers: { 200: doneSchema },
  refusals: { USER_NOT_FOUND: 404, ALREADY_SENT: 429 },
});

/** POST /auth/verify/user/flag: 200 while the token of a reset link may be used, otherwise 401 UNAUTHORIZED_REQUEST. */
export const verifyResetToken = defineEndpoint({
  name: 'verifyResetToken',
  summary: 'Whether the token of a reset link may be used',
  method: 'POST',
  url: '/api/auth/verify/user/flag',
  policy: 'public',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({ tok }),
  answers: { 200: doneSchema },
  refusals: { UNAUTHORIZED_REQUEST: 401 },
});

/** The reset form's fields with their error texts (docs/product.md#password-reset). */
export const passwordResetSchema = z
  .object({
    email,
    tok,
    newPassword: z.string().max(longestPassword).refine(meetsPasswordRules, 'Please meet all password requirements.'),
    confirmPassword: z.string().max(longestPassword),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match.',
  });

/**
 * POST /auth/user/reset/pass sets the password and ends every session of the student.
 * - 401 UNAUTHORIZED_REQUEST: the token is unknown, used or expired.
 * - 403 SIGN_IN_FIRST: the email address is locked.
 * - 404 USER_NOT_FOUND: the email address is not that of the token's owner.
 * - 409 PASSWORD_SAME_AS_OLD, PASSWORD_TOO_COMMON
 */
export const resetPassword = defineEndpoint({
  name: 'resetPassword',
  summary: 'Sets a new password by the token of a mailed link',
  method: 'POST',
  url: '/api/auth/user/reset/pass',
  policy: 'public',
  rate: 'form',
  idempotency: 'keyed',
  body: passwordResetSchema,
  answers: { 200: doneSchema },
  refusals: {
    UNAUTHORIZED_REQUEST: 401,
    SIGN_IN_FIRST: 403,
    USER_NOT_FOUND: 404,
    PASSWORD_SAME_AS_OLD: 409,
    PASSWORD_TOO_COMMON: 409,
    UNABLE_TO_UPDATE: 409,
  },
});
