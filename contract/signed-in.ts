import * as z from 'zod';
import { answer, doneSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

export const userIdSchema = z.uuid();
export const userType = z.literal('student');

/** The signed-in student, as the page header shows them. */
export const signedInSchema = z.object({ id: userIdSchema, name: z.string(), image: z.string().nullable() });
export type SignedIn = z.infer<typeof signedInSchema>;

/**
 * POST /auth/verify/login/status: 200 with the signed-in student, otherwise 401. `value` is the value of the cookie
 * `sessionHintCookie`, which says that the student may be signed in.
 */
export const getLoginStatus = defineEndpoint({
  name: 'getLoginStatus',
  summary: 'Who is signed in',
  method: 'POST',
  url: '/api/auth/verify/login/status',
  policy: 'public',
  rate: 'read',
  idempotency: 'repeatable',
  body: z.object({ value: z.string().max(200) }),
  answers: { 200: answer({ user: signedInSchema }) },
  refusals: { UNAUTHORIZED_REQUEST: 401 },
});

/** POST /auth/logout ends the session of the request's cookie. It also succeeds without a session. */
export const signOut = defineEndpoint({
  name: 'signOut',
  summary: 'Signs out',
  method: 'POST',
  url: '/api/auth/logout',
  policy: 'public',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ type: userType.optional(), user_id: userIdSchema.nullish() }),
  answers: { 200: doneSchema },
});
