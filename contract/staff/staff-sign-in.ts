import * as z from 'zod';
import { answer, doneSchema } from '../answer.ts';
import { defineEndpoint } from '../endpoint.ts';
import { longestPassword } from '../password-rules.ts';
import { staffRoles } from './permissions.ts';
import {
  codeSchema,
  newPasswordSchema,
  passkeyOptionsAnswer,
  passkeyResponseSchema,
  signedInAnswer,
  staffEmailSchema,
  staffNameSchema,
} from './staff-account.ts';
import { stepUpRefusals } from './staff-endpoint.ts';

/** Refusals of the steps after the password: the first step has expired, or the code or passkey is wrong. */
const stepRefusals = { SIGN_IN_EXPIRED: 401, SECOND_FACTOR_REJECTED: 403 } as const;

/**
 * POST /staff/sign-in: the first step of a sign-in, by email address and password. `data` says which second factors the
 * account has. 401 INVALID_CREDENTIALS.
 */
export const signInStaff = defineEndpoint({
  name: 'signInStaff',
  summary: 'Checks the password of a staff member, the first step of the sign-in',
  method: 'POST',
  url: '/api/staff/sign-in',
  policy: 'public',
  rate: 'signIn',
  idempotency: 'repeatable',
  body: z.object({ email: staffEmailSchema, password: z.string().min(1, 'Enter your password').max(longestPassword) }),
  answers: { 200: answer({ data: z.object({ has_passkey: z.boolean(), has_totp: z.boolean() }) }) },
  refusals: { INVALID_CREDENTIALS: 401 },
});

/**
 * POST /staff/sign-in/code: the second step of signing in, with an authenticator app or a recovery code; or step-up
 * authentication of a signed-in staff member, which does not accept recovery codes. A code works once.
 */
export const checkStaffCode = defineEndpoint({
  name: 'checkStaffCode',
  summary: 'Checks the code of an authenticator app or a recovery code',
  method: 'POST',
  url: '/api/staff/sign-in/code',
  policy: 'staffPending',
  rate: 'code',
  idempotency: 'repeatable',
  body: z.object({ method: z.enum(['totp', 'recovery']), code: codeSchema }),
  answers: { 200: signedInAnswer },
  refusals: stepRefusals,
});

/** POST /staff/sign-in/passkey/options creates a challenge that a passkey of the account must sign. */
export const createPasskeyChallenge = defineEndpoint({
  name: 'createPasskeyChallenge',
  summary: 'Creates a challenge for the passkeys of a staff member',
  method: 'POST',
  url: '/api/staff/sign-in/passkey/options',
  policy: 'staffPending',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: passkeyOptionsAnswer },
  refusals: { SIGN_IN_EXPIRED: 401 },
});

/** POST /staff/sign-in/passkey: the second step of signing in, or step-up authentication, with a passkey. */
export const checkPasskey = defineEndpoint({
  name: 'checkPasskey',
  summary: 'Checks the response of a passkey of a staff member',
  method: 'POST',
  url: '/api/staff/sign-in/passkey',
  policy: 'staffPending',
  rate: 'code',
  idempotency: 'repeatable',
  body: z.object({ response: passkeyResponseSchema }),
  answers: { 200: signedInAnswer },
  refusals: stepRefusals,
});

const tokenSchema = z.string().max(100);
const invitationRefusals = { INVITATION_INVALID: 404 } as const;

/**
 * POST /staff/invitation/check: returns whom an emailed link invites. 404 INVITATION_INVALID for a used or expired
 * link.
 */
export const checkInvitation = defineEndpoint({
  name: 'checkInvitation',
  summary: 'Whom an invitation link invites',
  method: 'POST',
  url: '/api/staff/invitation/check',
  policy: 'public',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({ token: tokenSchema }),
  answers: {
    200: answer({ data: z.object({ email: z.string(), name: z.string(), role: z.enum(staffRoles) }) }),
  },
  refusals: invitationRefusals,
});

/**
 * POST /staff/invitation/accept sets the name and password of an invited staff member. The account becomes active, and
 * the emailed link is used up, only when a second factor is set up too.
 */
export const acceptInvitation = defineEndpoint({
  name: 'acceptInvitation',
  summary: 'Sets the name and password of an invited staff member',
  method: 'POST',
  url: '/api/staff/invitation/accept',
  policy: 'public',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({ token: tokenSchema, name: staffNameSchema, password: newPasswordSchema }),
  answers: { 200: doneSchema },
  refusals: { ...invitationRefusals, PASSWORD_TOO_COMMON: 409 },
});

/**
 * Refusals of the calls that set up a second factor. Setting it up is the last step of an invitation. A signed-in staff
 * member can do it after step-up authentication, or soon after signing in with a recovery code.
 */
const setUpRefusals = { ...stepRefusals, STEP_UP_NEEDED: stepUpRefusals.STEP_UP_NEEDED } as const;

/**
 * POST /staff/second-factor/totp creates a secret for an authenticator app. The app becomes a second factor once its
 * first code has confirmed it (`confirmTotp`).
 */
export const beginTotp = defineEndpoint({
  name: 'beginTotp',
  summary: 'Creates a secret for an authenticator app',
  method: 'POST',
  url: '/api/staff/second-factor/totp',
  policy: 'staffPending',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: answer({ data: z.object({ secret: z.string(), uri: z.string() }) }) },
  refusals: setUpRefusals,
});

/** POST /staff/second-factor/totp/confirm: confirms the authenticator app by its first code. */
export const confirmTotp = defineEndpoint({
  name: 'confirmTotp',
  summary: 'Confirms the authenticator app with its first code',
  method: 'POST',
  url: '/api/staff/second-factor/totp/confirm',
  policy: 'staffPending',
  rate: 'code',
  idempotency: 'repeatable',
  body: z.object({ code: codeSchema }),
  answers: { 200: signedInAnswer },
  refusals: { ...setUpRefusals, ...invitationRefusals, NOTHING_TO_CONFIRM: 409 },
});

/** POST /staff/second-factor/passkey/options creates a challenge for a new passkey. 409 TOO_MANY_PASSKEYS. */
export const beginPasskey = defineEndpoint({
  name: 'beginPasskey',
  summary: 'Creates a challenge for a new passkey',
  method: 'POST',
  url: '/api/staff/second-factor/passkey/options',
  policy: 'staffPending',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({}),
  answers: { 200: passkeyOptionsAnswer },
  refusals: { ...setUpRefusals, TOO_MANY_PASSKEYS: 409 },
});

/** POST /staff/second-factor/passkey stores a new passkey of the staff member. */
export const addPasskey = defineEndpoint({
  name: 'addPasskey',
  summary: 'Stores a new passkey of a staff member',
  method: 'POST',
  url: '/api/staff/second-factor/passkey',
  policy: 'staffPending',
  rate: 'form',
  idempotency: 'repeatable',
  body: z.object({ name: staffNameSchema, response: passkeyResponseSchema }),
  answers: { 200: signedInAnswer },
  refusals: { ...setUpRefusals, ...invitationRefusals },
});
