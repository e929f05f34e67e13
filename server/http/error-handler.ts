import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseRefusals } from '../../contract/endpoint.ts';
import { apiVersion, markerHeader, requestIdHeader } from '../../contract/headers.ts';
import { isConnectionLost, isRolledBack } from '../db/connection/database-errors.ts';
import { busy, invalidRequest, notFound, Refusal, refuse, undeclaredRefusal, unreadableRequest } from './refusal.ts';
import { requireKnownProtocol } from './request-url.ts';
import { setSecurityHeaders } from './security-headers.ts';

// PostgreSQL's error codes after which a retry makes sense: lost connection, shutdown, lock or statement timeout, too
// many connections.
const temporarySqlStates = /^(08|57P|57014|25P0[34]|55P03|53)/;

// PostgreSQL's error codes for input that cannot be stored: text with a NUL character, or a date that does not exist.
const invalidInputSqlStates = ['22021', '22P05', '22007', '22008'];

// Matches the detail of PostgreSQL's error when it rejects half of a surrogate pair (`\ud800`) for a jsonb column. JSON
// may contain such a half.
const surrogateDetail = /surrogate/;

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

function isInvalidInput(error: unknown): boolean {
  const { detail } = Object(error) as { detail?: unknown };
  return (
    invalidInputSqlStates.includes(codeOf(error)) || (codeOf(error) === '22P02' && surrogateDetail.test(String(detail)))
  );
}

function isTemporary(error: unknown): boolean {
  return temporarySqlStates.test(codeOf(error)) || isConnectionLost(error) || isRolledBack(error);
}

/** Turns a thrown error into the refusal that the caller may see, which never contains a stack trace or SQL. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = (error as FastifyError | null)?.statusCode ?? 0;
  if (status >= 400 && status < 500) return unreadableRequest(status);
  if (isInvalidInput(error)) return invalidRequest('The request has text that cannot be stored.');
  if (isTemporary(error)) return busy();
  return refuse(baseRefusals, 'INTERNAL_ERROR', 'Internal server error');
}

const json = 'application/json; charset=utf-8';

/**
 * Sets the headers that every response has. `markerHeader` tells the page that our server responded, and not a captive
 * portal.
 */
function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(markerHeader, apiVersion).header(requestIdHeader, request.id);
  setSecurityHeaders(reply, request.server.isHttpsSite);
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(404)
    .type(json)
    .send(JSON.stringify(notFound().toBody(request.id)));
}

/** Sends 404 for a URL that Fastify's router rejects, such as one with a very long parameter. */
export function handleUnroutableUrl(_: Error, request: FastifyRequest, reply: FastifyReply): void {
  setCommonHeaders(request, reply);
  sendNotFound(request, reply);
}

/**
 * Sets the common headers of every response and turns every thrown error into a failure body. `onRefusal` is called for
 * every refusal, `onFailure` for every error that gets a status of 500 or more. `onUndeclared` is called for a refusal
 * that the endpoint's contract does not declare; this is a bug, but the refusal is sent nevertheless. By default,
 * `onUndeclared` and `onFailure` write to the log.
 */
export function installErrorHandler(
  app: FastifyInstance,
  {
    onUndeclared = (fault: string): void => app.log.error(fault),
    onRefusal,
    onFailure = ({ log, method, routeOptions }, error) =>
      log.error({ err: error, method, route: routeOptions.url }, 'call failed'),
  }: {
    onUndeclared?: ((fault: string) => void) | undefined;
    onRefusal?: (request: FastifyRequest, refusal: Refusal) => void;
    onFailure?: (request: FastifyRequest, error: unknown) => void;
  } = {},
): void {
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(request, reply);
    requireKnownProtocol(request);
  });
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    const { endpoint } = request.routeOptions.config;
    const fault = endpoint ? undeclaredRefusal(endpoint, refusal) : null;
    if (fault) onUndeclared(fault);
    onRefusal?.(request, refusal);
    if (refusal.status >= 500) onFailure(request, error);
    if (refusal.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(refusal.retryAfter)));
    reply.header('cache-control', 'no-store').type(json).code(refusal.status);
    return reply.send(JSON.stringify(refusal.toBody(request.id)));
  });
  app.setNotFoundHandler(sendNotFound);
}
