import * as z from 'zod';
import { doneSchema, instantSchema } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';
import { userIdSchema } from './signed-in.ts';

/** The page's student; null for a visitor. The server uses only its session. */
const user_id = userIdSchema.nullable();

const loginMethods = ['password', 'whatsapp_otp', 'email_otp'] as const;
const pageActions = ['enter', 'leave'] as const;
export type PageAction = (typeof pageActions)[number];
const errorSources = ['page', 'registration'] as const;
export type ErrorSource = (typeof errorSources)[number];

/** Longest texts of a client error, in characters; the page cuts what is longer. */
export const errorLengths = { name: 100, message: 1000, stack: 6000, release: 100, agent: 500, address: 500 } as const;
/** Largest body of a `collect` call, in bytes. */
export const largestReport = 32 * 1024;

/** Only the path of an address: query and fragment may contain typed text or a secret. */
const address = z
  .string()
  .min(1)
  .max(errorLengths.address)
  .transform((text) => text.replace(/[?#].*$/s, ''));

/** POST /collect/user/session/log: 'active' at sign-in and when a student returns to the page. */
export const logSession = defineEndpoint({
  name: 'logSession',
  summary: 'Tells that a student is active',
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

/** POST /collect/user/activity/page: a page is entered or left; `page_url` is stored without query and fragment. */
export const logPage = defineEndpoint({
  name: 'logPage',
  summary: 'Tells that a page is entered or left',
  method: 'POST',
  url: '/api/collect/user/activity/page',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'repeatable',
  body: z.object({ user_id, page_url: address, action: z.enum(pageActions) }),
  answers: { 200: doneSchema },
});

/** Details of an error in the page; never what was typed. `status` and `code` come from a response, `release` identifies the build. `stack`
 * ends with the last transitions of the page's machines (`Last path: …`). */
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

/** POST /collect/error/client-error-log. Stored without a student. */
export const logClientError = defineEndpoint({
  name: 'logClientError',
  summary: 'Tells of an error in the page',
  method: 'POST',
  url: '/api/collect/error/client-error-log',
  policy: 'public',
  rate: 'telemetry',
  idempotency: 'repeatable',
  body: clientErrorSchema,
  answers: { 200: doneSchema },
});
