import * as z from 'zod';
import { answer, doneSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { longestPassword, meetsPasswordRules } from './password-rules.ts';

/** How the signed-in student may set a new password. */
const passwordChangeWays = [
  // By entering the current password too.
  'withCurrent',
  // By an emailed link, because the account has no password.
  'byLink',
  // By entering only the new password, because the account has neither a password nor an email address.
  'withoutCurrent',
] as const;
export type PasswordChangeWay = (typeof passwordChangeWays)[number];

/**
 * GET /users/student/password: how the student may set a password, and whether the sign-in is recent enough to do so.
 */
export const getPasswordChange = defineEndpoint({
  name: 'getPasswordChange',
  summary: 'How the signed-in student may change the password',
  method: 'GET',
  url: '/api/users/student/password',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ data: z.object({ way: z.enum(passwordChangeWays), is_sign_in_recent: z.boolean() }) }) },
});

/** The fields of the form that changes the password, with their error texts (docs/product.md#changing-the-password). */
const passwordChangeSchema = z
  .object({
    currentPassword: z.string().max(longestPassword).optional(),
    newPassword: z.string().max(longestPassword).refine(meetsPasswordRules, 'Please meet all password requirements.'),
    confirmPassword: z.string().max(longestPassword),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match.',
  });

/**
 * PUT /users/student/password changes the password of the signed-in student and ends the student's other sessions.
 * - 403 RECENT_SIGN_IN_NEEDED, WRONG_PASSWORD
 * - 403 DEFAULT_PASSWORD: the account has no password, so one must be set by an emailed link.
 * - 409 PASSWORD_SAME_AS_OLD, PASSWORD_TOO_COMMON
 */
export const changePassword = defineEndpoint({
  name: 'changePassword',
  summary: 'Changes the password of the signed-in student',
  method: 'PUT',
  url: '/api/users/student/password',
  policy: 'student',
  rate: 'form',
  idempotency: 'keyed',
  body: passwordChangeSchema,
  answers: { 200: doneSchema },
  refusals: {
    RECENT_SIGN_IN_NEEDED: 403,
    WRONG_PASSWORD: 403,
    DEFAULT_PASSWORD: 403,
    PASSWORD_SAME_AS_OLD: 409,
    PASSWORD_TOO_COMMON: 409,
  },
});
