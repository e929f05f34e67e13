import * as z from 'zod';
import { answer, instantSchema } from '../answer.ts';
import { defineStaffEndpoint } from './staff-endpoint.ts';

/** Number of emails on one page of the list. */
export const emailPageSize = 50;
/** Maximum number of failed emails that one call sends again. */
export const mostResent = 500;

/**
 * The states of an undelivered email. `failed`: the server has stopped trying, so only staff can send the email again.
 * `waiting`: it was not delivered within an hour, but is still retried automatically.
 */
export const undeliveredStates = ['failed', 'waiting'] as const;

/**
 * Why the last attempt to deliver an email failed, judged by the mail server's message. `signIn` and `connection` are
 * problems with our own mail server, all others with the recipient's mail server. `later`: the recipient's server asked
 * to try again later.
 */
export const failureCauses = [
  'unknownMailbox',
  'fullMailbox',
  'refused',
  'later',
  'signIn',
  'connection',
  'other',
] as const;
export type FailureCause = (typeof failureCauses)[number];

const undeliveredEmailSchema = z.object({
  id: z.number().int(),
  state: z.enum(undeliveredStates),
  recipient: z.string(),
  recipient_name: z.string().nullable(),
  subject: z.string(),
  at: instantSchema,
  tries: z.number().int(),
  /** The time of the next delivery attempt; null if there is none. */
  next_try_at: instantSchema.nullable(),
  /** Why the last delivery attempt failed; null if none has failed. */
  cause: z.enum(failureCauses).nullable(),
  /** The error message of the mail server, or of the failed connection to it; null if there is none. */
  error: z.string().nullable(),
  /** True if the email’s content, link or offer is out of date, so it is not sent again. */
  is_expired: z.boolean(),
  order_id: z.string().nullable(),
  /**
   * The student whom the email concerns. `email` is the student's current email address, which may differ from the one
   * that the email was sent to.
   */
  student: z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() }).nullable(),
});
export type UndeliveredEmail = z.infer<typeof undeliveredEmailSchema>;

const failedCountSchema = z.object({
  cause: z.enum(failureCauses),
  count: z.number().int(),
  sendable: z.number().int(),
});
/** How many emails have failed for one cause (`cause`), and how many of these can be sent again (`sendable`). */
export type FailedCount = z.infer<typeof failedCountSchema>;

/**
 * GET /staff/emails: emails that could not be delivered, newest first, by page. Each call is recorded in the audit log.
 * - `q`: a part of the recipient or subject
 * - `before`: for the next page, the `next` of the last response
 * - `failed` in the response: the number of all failed emails by cause; `sendable` says how many can be sent again
 */
export const listUndeliveredEmails = defineStaffEndpoint({
  name: 'listUndeliveredEmails',
  summary: 'Emails that could not be delivered',
  method: 'GET',
  url: '/api/staff/emails',
  permission: 'emails.read',
  rate: 'read',
  idempotency: 'safe',
  query: z.object({
    state: z.enum(undeliveredStates).optional(),
    cause: z.enum(failureCauses).optional(),
    q: z.string().trim().max(200, 'At most 200 characters').optional(),
    before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  answers: {
    200: answer({
      data: z.array(undeliveredEmailSchema),
      next: z.number().int().nullable(),
      failed: z.array(failedCountSchema),
    }),
  },
});

/**
 * POST /staff/emails/{id}/resend queues one failed email again, with as many attempts as a new one. It has no effect if
 * the email is queued already. 409 EMAIL_DELIVERED or EMAIL_EXPIRED if it cannot be sent again.
 */
export const resendEmail = defineStaffEndpoint({
  name: 'resendEmail',
  summary: 'Sends an undelivered email again',
  method: 'POST',
  url: '/api/staff/emails/:id/resend',
  permission: 'emails.manage',
  rate: 'write',
  idempotency: 'keyed',
  params: z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: z.object({}),
  answers: { 200: answer({ data: z.object({ queued: z.number().int() }) }) },
  refusals: { NOT_FOUND: 404, EMAIL_DELIVERED: 409, EMAIL_EXPIRED: 409 },
});

/**
 * POST /staff/emails/resend queues again the emails that failed for one cause and have not expired, at most 500, oldest
 * first. `left`: how many emails of this cause could still be sent again.
 */
export const resendFailedEmails = defineStaffEndpoint({
  name: 'resendFailedEmails',
  summary: 'Sends all emails again that failed for the same reason',
  method: 'POST',
  url: '/api/staff/emails/resend',
  permission: 'emails.manage',
  rate: 'write',
  idempotency: 'keyed',
  body: z.object({ cause: z.enum(failureCauses) }),
  answers: { 200: answer({ data: z.object({ queued: z.number().int(), left: z.number().int() }) }) },
});
