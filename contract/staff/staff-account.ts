import * as z from 'zod';
import { answer, doneSchema, instantSchema, notOneLine, oneLine } from '../answer.ts';
import { defineEndpoint } from '../endpoint.ts';
import { longestPassword, meetsPasswordRules } from '../password-rules.ts';
import { staffRoles } from './permissions.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/**
 * The signed-in staff member. Until `verified_until`, calls that require step-up authentication are accepted.
 * `verified_until` is null if the session was opened with a recovery code and no second factor has been used since.
 */
export const signedInStaffSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  verified_until: instantSchema.nullable(),
  expires_at: instantSchema,
});
export type SignedInStaff = z.infer<typeof signedInStaffSchema>;
export const signedInAnswer = answer({ data: signedInStaffSchema });

export const staffNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(100, 'At most 100 characters')
  .regex(oneLine, notOneLine);
export const staffEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(z.email('Enter an email address').max(200, 'At most 200 characters'));
export const newPasswordSchema = z
  .string()
  .max(longestPassword)
  .refine(meetsPasswordRules, 'Please meet all password requirements.');
/** A one-time code of an authenticator app, or a recovery code, as typed. */
export const codeSchema = z.string().trim().min(1, 'Enter the code').max(40, 'This is not a code');

/**
 * A passkey's response to a challenge, as `@simplewebauthn/browser` returns it. This schema limits the sizes; the
 * server's WebAuthn library checks the content.
 */
export const passkeyResponseSchema = z.object({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
  response: z.object({
    clientDataJSON: z.string().max(10_000),
    attestationObject: z.string().max(50_000).optional(),
    authenticatorData: z.string().max(10_000).optional(),
    signature: z.string().max(10_000).optional(),
    userHandle: z.string().max(1000).nullish(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
});
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;
/** The options for creating or using a passkey, which `@simplewebauthn/browser` passes on to the browser. */
export const passkeyOptionsAnswer = answer({ data: z.record(z.string(), z.unknown()) });

/** GET /staff/session: the signed-in staff member. */
export const getStaffSession = defineStaffEndpoint({
  name: 'getStaffSession',
  summary: 'The signed-in staff member',
  method: 'GET',
  url: '/api/staff/session',
  permission: null,
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: signedInAnswer },
});

const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: instantSchema,
  last_used_at: instantSchema.nullable(),
});

const staffSignInEvents = ['signedIn', 'wrongPassword', 'wrongCode', 'steppedUp', 'signedOut'] as const;
const staffSignInMethods = ['password', 'totp', 'passkey', 'recovery', 'invitation'] as const;

const accountSchema = z.object({
  has_totp: z.boolean(),
  passkeys: z.array(passkeySchema),
  recovery_codes: z.number().int(),
  sessions: z.array(
    z.object({
      id: z.uuid(),
      device: z.string(),
      is_current: z.boolean(),
      signed_in_at: instantSchema,
      last_seen_at: instantSchema,
    }),
  ),
  sign_ins: z.array(
    z.object({
      id: z.number().int(),
      at: instantSchema,
      event: z.enum(staffSignInEvents),
      method: z.enum(staffSignInMethods),
      device: z.string(),
      address: z.string(),
    }),
  ),
});
export type StaffAccount = z.infer<typeof accountSchema>;
const accountAnswer = answer({ data: accountSchema });

/** GET /staff/account: the caller's second factors, sessions and newest entries of the sign-in log. */
export const getStaffAccount = defineStaffEndpoint({
  name: 'getStaffAccount',
  summary: 'Second factors, sessions and sign-in log of the signed-in staff member',
  method: 'GET',
  url: '/api/staff/account',
  permission: null,
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: accountAnswer },
});

/**
 * PUT /staff/account/password changes the caller's password and ends the caller's other sessions. 403 WRONG_PASSWORD if
 * the current password is wrong. 409 PASSWORD_TOO_COMMON.
 */
export const changeStaffPassword = defineStaffEndpoint({
  name: 'changeStaffPassword',
  summary: 'Changes the password of the signed-in staff member',
  method: 'PUT',
  url: '/api/staff/account/password',
  permission: null,
  stepUp: true,
  rate: 'form',
  idempotency: 'keyed',
  body: z.object({ current: z.string().max(longestPassword), password: newPasswordSchema }),
  answers: { 200: doneSchema },
  refusals: { WRONG_PASSWORD: 403, PASSWORD_TOO_COMMON: 409 },
});

/**
 * DELETE /staff/account/passkeys with a JSON body removes a passkey of the caller. 404 for a passkey of another person.
 * 409 LAST_SECOND_FACTOR if no other second factor would be left.
 */
export const removeStaffPasskey = defineStaffEndpoint({
  name: 'removeStaffPasskey',
  summary: 'Removes a passkey of the signed-in staff member',
  method: 'DELETE',
  url: '/api/staff/account/passkeys',
  permission: null,
  stepUp: true,
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({ id: z.uuid() }),
  answers: { 200: doneSchema },
  refusals: { NOT_FOUND: 404, LAST_SECOND_FACTOR: 409 },
});

/** DELETE /staff/account/totp removes the caller's authenticator app. 409 LAST_SECOND_FACTOR if there is no passkey. */
export const removeStaffTotp = defineStaffEndpoint({
  name: 'removeStaffTotp',
  summary: 'Removes the authenticator app of the signed-in staff member',
  method: 'DELETE',
  url: '/api/staff/account/totp',
  permission: null,
  stepUp: true,
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: doneSchema },
  refusals: { LAST_SECOND_FACTOR: 409 },
});

/**
 * POST /staff/account/recovery-codes creates new recovery codes and invalidates the old ones. The call takes no
 * idempotency key, because the response with the codes would be stored under the key.
 */
export const createRecoveryCodes = defineStaffEndpoint({
  name: 'createRecoveryCodes',
  summary: 'Creates new recovery codes for the signed-in staff member',
  method: 'POST',
  url: '/api/staff/account/recovery-codes',
  permission: null,
  stepUp: true,
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: answer({ data: z.array(z.string()) }) },
});

/**
 * DELETE /staff/account/sessions with a JSON body ends the caller's session `id`, or without `id` all of the caller's
 * sessions except the current one.
 */
export const endStaffSessions = defineStaffEndpoint({
  name: 'endStaffSessions',
  summary: 'Signs the staff member out on other devices',
  method: 'DELETE',
  url: '/api/staff/account/sessions',
  permission: null,
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ id: z.uuid().optional() }),
  answers: { 200: doneSchema },
});

/** POST /staff/sign-out ends the staff session of this browser, even if its sign-in is not complete. */
export const signOutStaff = defineEndpoint({
  name: 'signOutStaff',
  summary: 'Signs the staff member out',
  method: 'POST',
  url: '/api/staff/sign-out',
  policy: 'public',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: doneSchema },
});
