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
 * Result of a sign-in lookup: the account that was found, with masked email address and phone numbers. The page offers
 * to send a one-time code to each of them that is not null.
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
 * Response of the sign-in calls if no student matches. Sign-in by password sends it with HTTP status 201, sign-in by
 * one-time code with 200.
 */
export const userNotFoundSchema = z.object({ statusCode: z.literal(201), message: z.string() });

/**
 * POST /auth/search/user looks up a student's account: 200 with masked email address and phone numbers, and a lookup
 * ticket (a cookie that says which account this browser has looked up); 404 if there is no such account.
 */
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
 * GET /auth/search/user/contact: the unmasked email address or phone number to which the code provider's widget sends
 * the one-time code. Exactly one of `isWhatsapp` and `isEmail` must be true.
 */
export const getContact = defineEndpoint({
  name: 'getContact',
  summary: 'The contact a one-time code is sent to',
  method: 'GET',
  url: '/api/auth/search/user/contact',
  policy: 'ticket',
  rate: 'contact',
  // GET /auth/search/user/contact is not declared as `safe` (read-only), because it restarts the lifetime of the lookup
  // ticket, the cookie that says which account this browser has looked up.
  idempotency: 'repeatable',
  query: z.object({
    user_id: userIdSchema,
    isWhatsapp: z.enum(['true', 'false']).optional(),
    isEmail: z.enum(['true', 'false']).optional(),
  }),
  answers: { 200: answer({ user: z.object({ contact: z.string() }) }) },
  refusals: { USER_NOT_FOUND: 404, CONTACT_NOT_FOUND: 404 },
});

/**
 * POST /auth/login signs in by password. HTTP status 200: signed in; 201: there is no such student; 401: the password
 * is wrong; 403 DEFAULT_PASSWORD: the student has not set a password yet.
 */
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
 * POST /auth/login/otp signs in by the token that the one-time-code provider issues for a verified code. The HTTP
 * status is 200 even if the sign-in fails. The body's `statusCode` is then 201 for an unknown student, or 401 for a
 * rejected token.
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
 * POST /auth/verify/contact stores an email address or phone number of the signed-in student as verified. A token of
 * the one-time-code provider is the proof. An order needs one verified email address or phone number (`createOrder`).
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
