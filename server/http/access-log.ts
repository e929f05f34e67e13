import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInProcessCall } from './in-process-calls.ts';

/**
 * The route of a request as it was declared, such as `/api/files/:id`. Unlike the requested path, it has no ids, tokens
 * or search terms.
 */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/**
 * Logs a line for each request: its id, method, route, status and duration. The line contains no personal data: no IP
 * address, no query string and no path with ids.
 */
export function installAccessLog(app: FastifyInstance): void {
  // The access log needs its own log level, because by default the server logs only warnings and errors.
  const log = app.log.child({ name: 'access' }, { level: 'info' });
  app.addHook('onResponse', async (request, reply) => {
    if (isInProcessCall()) return;
    log.info({
      reqId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    });
  });
}
