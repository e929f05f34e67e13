import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { PlainDeclaration } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { guardPlain } from '../http/plain.ts';
import { Refusal } from '../http/refusal.ts';
import type { OtpDesk } from './otp-desk.ts';

const script = join(import.meta.dirname, 'otp-provider.js');
const reading: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const writing: PlainDeclaration = { policy: 'public', rate: 'write', idempotency: 'repeatable' };

const sendSchema = z.object({ identifier: z.string().max(254) });
const retrySchema = z.object({ reqId: z.string().max(64), channel: z.string().max(4) });
const verifySchema = z.object({ reqId: z.string().max(64), otp: z.string().max(10) });

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Refusal(400, 'INVALID_REQUEST', 'The request is not valid.');
  return parsed.data;
}

/** The sandbox widget's script, with the real widget's functions, and the calls that it makes. */
export function sandboxOtpRoutes(app: FastifyInstance, { desk, rates }: { desk: OtpDesk; rates: Rates }): void {
  const onRequest = guardPlain(rates);
  const writes = { config: { plain: writing }, onRequest };
  app.get('/sandbox/otp-provider.js', { config: { plain: reading }, onRequest }, async (_, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache');
    return readFile(script, 'utf8');
  });
  app.post('/sandbox/otp/send', writes, async ({ body }) => desk.send(read(sendSchema, body).identifier));
  app.post('/sandbox/otp/retry', writes, async ({ body }) => {
    const { reqId, channel } = read(retrySchema, body);
    return desk.retry(reqId, channel);
  });
  app.post('/sandbox/otp/verify', writes, async ({ body }) => {
    const { reqId, otp } = read(verifySchema, body);
    return desk.verify(reqId, otp);
  });
}
