import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiVersion, markerHeader, requestIdHeader } from '../../contract/headers.ts';
import { isConnectionLost, isRolledBack } from '../db/database-errors.ts';
import { notFound, Refusal } from './refusal.ts';

const unavailable = () => new Refusal(503, 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 2 });
// Connection loss, shutdown, a wait for a lock or a statement that took too long, too many connections: a repeat makes sense.
const passing = /^(08|57P|57014|25P0[34]|55P03|53)/;

// Text with a NUL, or a date that no calendar has: the caller's input, not our fault.
const unstorable = ['22021', '22P05', '22007', '22008'];

// Half of a surrogate pair, which JSON may carry (`\ud800`) and a jsonb column may not: text that cannot be stored.
const halfPair = /surrogate/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function isUnstorable(error: unknown): boolean {
  const { detail } = Object(error) as { detail?: unknown };
  return unstorable.includes(codeOf(error)) || (codeOf(error) === '22P02' && halfPair.test(String(detail)));
}

function isPassing(error: unknown): boolean {
  return passing.test(codeOf(error)) || isConnectionLost(error) || isRolledBack(error);
}

/** What a thrown error says to the caller: never a stack, never SQL. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = (error as FastifyError | null)?.statusCode;
  if (status === 413) return new Refusal(413, 'INVALID_REQUEST', 'The request is too large.');
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal(status, 'INVALID_REQUEST', 'The request could not be read.');
  if (isUnstorable(error)) return new Refusal(400, 'INVALID_REQUEST', 'The request has text that cannot be stored.');
  if (isPassing(error)) return unavailable();
  return new Refusal(500, 'INTERNAL_ERROR', 'Internal server error');
}

const json = 'application/json; charset=utf-8';

function mark(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(markerHeader, apiVersion).header(requestIdHeader, request.id);
  reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'strict-origin-when-cross-origin');
}

/** Answers an address that cannot be routed, such as one with an endless part: it is not found, like any other. */
export function refuseAddress(_: Error, request: FastifyRequest, reply: FastifyReply): void {
  mark(request, reply);
  reply
    .code(404)
    .type(json)
    .send(JSON.stringify(notFound().toBody(request.id)));
}

/** Marks every answer as ours and turns every error into the failure body, in one place. */
export function answerFailures(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => mark(request, reply));
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'call failed');
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
    reply.header('cache-control', 'no-store').type(json).code(refusal.status);
    return reply.send(JSON.stringify(refusal.toBody(request.id)));
  });
  app.setNotFoundHandler((request, reply) => {
    reply
      .code(404)
      .type(json)
      .send(JSON.stringify(notFound().toBody(request.id)));
  });
}
