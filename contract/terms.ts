import * as z from 'zod';
import { answer, daySchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * Terms that the student must accept again. `version`: the version in force. `changed_on`: when the newest change that
 * must be accepted took effect. Versions after that change contain only corrections.
 */
const termsToAcceptSchema = z.object({ title: z.string(), version: z.string(), changed_on: daySchema });
export type TermsToAccept = z.infer<typeof termsToAcceptSchema>;

const termsAnswer = answer({ data: termsToAcceptSchema.nullable() });
const url = '/api/users/student/terms';

/** GET /users/student/terms: the terms, if the student must accept them again; otherwise null. */
export const getTermsToAccept = defineEndpoint({
  name: 'getTermsToAccept',
  summary: 'Whether the student must accept changed terms',
  method: 'GET',
  url,
  policy: 'student',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: termsAnswer },
});

/**
 * PUT /users/student/terms: the student accepts a version of the terms. 409 TERMS_CHANGED if there is no such version,
 * or a newer one must be accepted.
 */
export const acceptTerms = defineEndpoint({
  name: 'acceptTerms',
  summary: 'Accepts changed terms',
  method: 'PUT',
  url,
  policy: 'student',
  rate: 'write',
  idempotency: 'repeatable',
  body: z.object({ version: z.string().max(50) }),
  answers: { 200: termsAnswer },
  refusals: { TERMS_CHANGED: 409 },
});
