import type { FastifyInstance } from 'fastify';
import { guardPlainRoute, plainPagePolicy } from '../http/mount/plain-route.ts';
import type { PlainDeclaration, RouteTable } from '../http/mount/route-table.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { setPageHeaders } from '../http/security-headers.ts';
import { docsPage } from './docs-page.ts';
import { openApiOf } from './openapi.ts';

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };

/**
 * Serves the API page (`/api/docs`) and the OpenAPI document (`/api/docs/openapi.json`), both generated from the route
 * table.
 */
export function docsRoutes(app: FastifyInstance, routes: RouteTable, rates: Rates): void {
  // The OpenAPI document is created at the first request, because all routes are registered by then.
  let written: ReturnType<typeof openApiOf> | undefined;
  const describeApi = () => {
    written ??= openApiOf(routes.flatMap((route) => route.endpoint ?? []));
    return written;
  };
  const options = { config: { plain: declared }, onRequest: guardPlainRoute(rates) };
  app.get('/api/docs/openapi.json', options, async () => describeApi());
  app.get('/api/docs', options, async (_, reply) => {
    reply.type('text/html; charset=utf-8');
    setPageHeaders(reply, plainPagePolicy);
    return docsPage(describeApi());
  });
}
