import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * GET /api/health: 200 while the server and its database work. Pages use the API version header (`headers.ts`) of the
 * response to tell whether they are connected to our server.
 */
export const getHealth = defineEndpoint({
  name: 'getHealth',
  summary: 'Server and database answer',
  method: 'GET',
  url: '/api/health',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ release: z.string(), database: z.literal('ok') }) },
});

/** GET /api/health/live: 200 while the process handles requests, whatever the state of its database. */
export const getLiveness = defineEndpoint({
  name: 'getLiveness',
  summary: 'The process handles requests',
  method: 'GET',
  url: '/api/health/live',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ release: z.string() }) },
});

/** Why a process should not get requests (docs/operating.md#health). */
const unreadyReasons = ['stopping', 'database', 'migrations', 'outdated', 'disk'] as const;
export type UnreadyReason = (typeof unreadyReasons)[number];

/** GET /api/health/ready: 200 while this process should get requests; otherwise 503 with the reasons. */
export const getReadiness = defineEndpoint({
  name: 'getReadiness',
  summary: 'The process should get requests',
  method: 'GET',
  url: '/api/health/ready',
  policy: 'public',
  rate: 'read',
  idempotency: 'safe',
  answers: { 200: answer({ release: z.string() }) },
  refusals: { NOT_READY: { status: 503, data: z.object({ reasons: z.array(z.enum(unreadyReasons)) }) } },
});
