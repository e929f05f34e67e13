import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { PlainDeclaration, RouteTable } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { guardPlain, plainPagePolicy } from '../http/plain.ts';
import { docsPage } from './docs-page.ts';
import { openApiOf } from './openapi.ts';

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };

/** `/api/docs` for people and `/api/docs/openapi.json` for programs, both made from the mounted endpoints. */
export function docsRoutes(app: FastifyInstance, routes: RouteTable, rates: Rates): void {
  const endpoints = (): Endpoint[] => routes.flatMap((route) => route.endpoint ?? []);
  const options = { config: { plain: declared }, onRequest: guardPlain(rates) };
  app.get('/api/docs/openapi.json', options, async () => openApiOf(endpoints()));
  app.get('/api/docs', options, async (_, reply) => {
    reply.type('text/html; charset=utf-8');
    reply.header('content-security-policy', plainPagePolicy);
    return docsPage(openApiOf(endpoints()));
  });
}
