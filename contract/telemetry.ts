import * as z from 'zod';
import { doneSchema, instantSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { userIdSchema } from './signed-in.ts';

/**
 * The student who is signed in according to the page that sends the report; null for a visitor. The server stores the
 * id only if the session of the request belongs to this student.
 */
const user_id = userIdSchema.nullable();

const loginMethods = ['password', 'whatsapp_otp', 'email_otp'] as const;
const pageActions = ['enter', 'leave'] as const;
export type PageAction = (typeof pageActions)[number];
const errorSources = ['page', 'registration'] as const;
export type ErrorSource = (typeof errorSources)[number];

/** Maximum lengths of the texts of a client error, in characters. The page truncates longer ones. */
export const errorLengths = { name: 100, message: 1000, stack: 6000, release: 100, agent: 500, address: 500 } as const;
/** The largest body of a telemetry call, in bytes. */
export const largestReport = 32 * 1024;

/** The path of a page. Query and fragment are removed, because they may contain typed text or a secret. */
const address = z
  .string()
  .min(1)
  .max(errorLengths.address)
  .transform((text) => text.replace(/[?#].*$/s, ''));

/**
 * POST /collect/user/session/log reports that a student has signed in ('login'), or is active after signing in or after
 * a pause ('active').
 */
export const logSession = defineEndpoint({
  name: 'logSession',
  summary: 'Reports that a student is active',
  method: 'POST',
  url: '/api/collect/user/session/log',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'repeatable',
  body: z.discriminatedUnion('action', [
    z.object({ user_id, action: z.literal('active') }),
    z.object({ user_id, action: z.literal('login'), login_method: z.enum(loginMethods) }),
  ]),
  answers: { 200: doneSchema },
});

/**
 * POST /collect/user/activity/page reports that a page is entered or left. `page_url` is stored without query and
 * fragment.
 */
export const logPage = defineEndpoint({
  name: 'logPage',
  summary: 'Reports that a page is entered or left',
  method: 'POST',
  url: '/api/collect/user/activity/page',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'repeatable',
  body: z.object({ user_id, page_url: address, action: z.enum(pageActions) }),
  answers: { 200: doneSchema },
});

/**
 * Details of an error in a page, never text that the visitor typed. `status` and `code` come from a failed response,
 * `release` identifies the build. `stack` ends with the last transitions of the page's state machines (`Last path: …`).
 */
export const clientErrorSchema = z.object({
  source: z.enum(errorSources),
  name: z.string().max(errorLengths.name),
  message: z.string().max(errorLengths.message),
  stack: z.string().max(errorLengths.stack).nullish(),
  status: z.number().int().min(0).max(999).nullish(),
  code: z.string().max(errorLengths.name).nullish(),
  release: z.string().max(errorLengths.release),
  timestamp: instantSchema,
  userAgent: z.string().max(errorLengths.agent),
  urlLocation: address,
});
export type ClientError = z.input<typeof clientErrorSchema>;

/** POST /collect/error/client-error-log reports an error in a page. It is stored without the id of the student. */
export const logClientError = defineEndpoint({
  name: 'logClientError',
  summary: 'Reports an error in a page',
  method: 'POST',
  url: '/api/collect/error/client-error-log',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'repeatable',
  body: clientErrorSchema,
  answers: { 200: doneSchema },
});
