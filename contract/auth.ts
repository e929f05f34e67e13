import * as z from 'zod';
import { answer, failureSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { signedInSchema, userIdSchema, userType } from './signed-in.ts';

/** The student fields by which a sign-in lookup finds an account. */
const identifierFields = ['email', 'mobile', 'indos_number', 'passport_number'] as const;
export type IdentifierField = (typeof identifierFields)[number];

export const codeMethods = ['whatsapp_otp', 'email_otp'] as const;
export type CodeMethod = (typeof codeMethods)[number];

/** MSG91's channel numbers for sending a one-time code again: 12 for WhatsApp, 3 for email. */
export const retryChannels = { whatsapp_otp: '12', email_otp: '3' } as const;

/**
 * Result of a sign-in lookup: the account that was found, with masked contacts. The page offers a one-time code only to
 * a contact that the account has.
 */
export const lookupUserSchema = z.object({
  user_id: userIdSchema,
  field: z.enum(identifierFields),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  whatsapp_number: z.string().nullable(),
  is_default_password: z.boolean(),
});
export type LookupUser = z.infer<typeof lookupUserSchema>;

/**
 * Response of the sign-in calls when there is no such user. Sign-in by password sends it with HTTP status 201, sign-in
 * by code with 200.
 */
export const userNotFoundSchema = z.object({ statusCode: z.literal(201), message: z.string() });

/** POST /auth/search/user: 200 with the masked user and a lookup ticket cookie, or 404. */
export const searchUser = defineEndpoint({
  name: 'searchUser',
  summary: 'Finds the account of an email, mobile, INDOS or passport number',
  method: 'POST',
  url: '/api/auth/search/user',
  policy: 'public',
  rate: 'lookup',
  idempotency: 'repeatable',
  body: z.object({ identifier: z.string().trim().min(1, 'Enter any of your details to continue').max(200) }),
  answers: { 200: answer({ status: z.literal(200), user: lookupUserSchema }) },
  refusals: { USER_NOT_FOUND: 404 },
});

/**
 * GET /auth/search/user/contact: the unmasked contact, to which the code provider's widget sends the one-time code.
 * Exactly one of `isWhatsapp` and `isEmail` must be true.
 */
export const getContact = defineEndpoint({
  name: 'getContact',
  summary: 'The contact a one-time code is sent to',
  method: 'GET',
  url: '/api/auth/search/user/contact',
  policy: 'ticket',
  rate: 'contact',
  // The call is not `safe`, because it restarts the lifetime of the lookup ticket.
  idempotency: 'repeatable',
  query: z.object({
    user_id: userIdSchema,
    isWhatsapp: z.enum(['true', 'false']).optional(),
    isEmail: z.enum(['true', 'false']).optional(),
  }),
  answers: { 200: answer({ user: z.object({ contact: z.string() }) }) },
  refusals: { USER_NOT_FOUND: 404, CONTACT_NOT_FOUND: 404 },
});

/** POST /auth/login: 200 signed in, HTTP 201 user not found, 401 wrong password, 403 DEFAULT_PASSWORD. */
export const signInByPassword = defineEndpoint({
  name: 'signInByPassword',
  summary: 'Signs in by password',
  method: 'POST',
  url: '/api/auth/login',
  policy: 'public',
  rate: 'signIn',
  idempotency: 'repeatable',
  body: z.object({
    identifier: z.string().trim().min(1).max(200),
    field: z.enum(identifierFields),
    user_id: userIdSchema,
    password: z.string().min(1, 'Please enter the password.').max(200),
    type: userType,
  }),
  answers: { 200: answer({ user: signedInSchema }), 201: userNotFoundSchema },
  refusals: { INVALID_CREDENTIALS: 401, DEFAULT_PASSWORD: 403 },
});

/**
 * POST /auth/login/otp signs in by a token of the one-time-code provider. An unknown user and a rejected token get HTTP
 * status 200 too; the body's `statusCode` is 200, 201 or 401.
 */
export const signInByCode = defineEndpoint({
  name: 'signInByCode',
  summary: 'Signs in by a verified one-time code',
  method: 'POST',
  url: '/api/auth/login/otp',
  policy: 'ticket',
  rate: 'code',
  idempotency: 'repeatable',
  body: z.object({
    user_id: userIdSchema,
    type: userType,
    OTPtoken: z.string().min(1).max(4000),
    method: z.enum(codeMethods),
  }),
  answers: {
    200: z.union([
      answer({ user: signedInSchema }),
      userNotFoundSchema,
      failureSchema.extend({ statusCode: z.literal(401) }),
    ]),
  },
  refusals: { PROVIDER_UNAVAILABLE: 503 },
});

/**
 * POST /auth/verify/contact stores that the signed-in student has verified the email address or phone to which the
 * one-time-code provider has issued a token. An order needs one verified contact (`createOrder`).
 */
export const verifyContact = defineEndpoint({
  name: 'verifyContact',
  summary: 'Verifies a contact of the signed-in student by a one-time code',
  method: 'POST',
  url: '/api/auth/verify/contact',
  policy: 'student',
  rate: 'code',
  idempotency: 'repeatable',
  body: z.object({ OTPtoken: z.string().min(1).max(4000) }),
  answers: { 200: answer({ user: signedInSchema }) },
  refusals: { CODE_REJECTED: 409, PROVIDER_UNAVAILABLE: 503 },
});
