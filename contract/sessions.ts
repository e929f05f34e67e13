import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * A device on which the student is signed in. Times are ISO 8601; `device` is a description, such as 'Chrome on
 * Android'.
 */
const sessionSchema = z.object({
  id: z.uuid(),
  device: z.string(),
  is_current: z.boolean(),
  signed_in_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
});
export type SignedInDevice = z.infer<typeof sessionSchema>;

const sessionsAnswer = answer({ data: z.array(sessionSchema) });

/**
 * GET /users/student/sessions: the devices on which the student is signed in. The requesting device comes first, the
 * others are sorted by last use.
 */
export const listSessions = defineEndpoint({
  name: 'listSessions',
  summary: 'Where the student is signed in',
  method: 'GET',
  url: '/api/users/student/sessions',
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: sessionsAnswer },
});

/**
 * DELETE /users/student/sessions with a JSON body ends the session `id`, or without `id` all sessions except the
 * requesting one. It returns the remaining sessions, and succeeds also if the session has already ended. 409
 * CURRENT_SESSION for the requesting session, which is ended by signing out.
 */
export const endSessions = defineEndpoint({
  name: 'endSessions',
  summary: 'Signs the student out on other devices',
  method: 'DELETE',
  url: '/api/users/student/sessions',
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ id: z.uuid().optional() }),
  answers: { 200: sessionsAnswer },
  refusals: { CURRENT_SESSION: 409 },
});
