import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { guardPlainRoute } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { invalidRequest } from '../http/refusal.ts';
import type { WidgetCalls } from './widget-calls.ts';

const script = join(import.meta.dirname, 'otp-provider.js');
const readDeclaration: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const writeDeclaration: PlainDeclaration = { policy: 'public', rate: 'write', idempotency: 'repeatable' };

const sendSchema = z.object({ identifier: z.string().max(254) });
const retrySchema = z.object({ reqId: z.string().max(64), channel: z.string().max(4) });
const verifySchema = z.object({ reqId: z.string().max(64), otp: z.string().max(10) });

function read<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidRequest('The request is not valid.');
  return parsed.data;
}

/**
 * The routes of the sandbox widget for one-time codes: its script, which defines the same functions as MSG91's
 * widget, and the calls that this script makes.
 */
export function sandboxOtpRoutes(
  app: FastifyInstance,
  { widgetCalls, rates }: { widgetCalls: WidgetCalls; rates: Rates },
): void {
  const onRequest = guardPlainRoute(rates);
  const writes = { config: { plain: writeDeclaration }, onRequest };
  app.get('/sandbox/otp-provider.js', { config: { plain: readDeclaration }, onRequest }, async (_, reply) => {
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache');
    return readFile(script, 'utf8');
  });
  app.post('/sandbox/otp/send', writes, async ({ body }) => widgetCalls.send(read(sendSchema, body).identifier));
  app.post('/sandbox/otp/retry', writes, async ({ body }) => {
    const { reqId, channel } = read(retrySchema, body);
    return widgetCalls.retry(reqId, channel);
  });
  app.post('/sandbox/otp/verify', writes, async ({ body }) => {
    const { reqId, otp } = read(verifySchema, body);
    return widgetCalls.verify(reqId, otp);
  });
}
