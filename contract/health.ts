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
