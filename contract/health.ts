import * as z from 'zod';
import { answer } from './answer.ts';
import { defineEndpoint } from './endpoint.ts';

/** GET /api/health: our server and its database answer. Connection state is judged by this call's marker header. */
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
