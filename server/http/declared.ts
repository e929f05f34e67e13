import type { FastifyInstance } from 'fastify';
import type { Endpoint, IdempotencyClass, Policy, RateClass } from '../../contract/endpoint.ts';

/** Declaration of a route that is not a call of the contract: pages, assets, sandbox. */
export type PlainDeclaration = { policy: Policy; rate: RateClass; idempotency: IdempotencyClass };

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    plain?: PlainDeclaration;
  }
}

/** The route table, in order of mounting. */
export type RouteTable = Array<{ method: string; url: string; endpoint?: Endpoint; plain?: PlainDeclaration }>;

/** Refuses to start with a route that declares nothing, and collects the table that tests and documents are made from. */
export function collectRoutes(app: FastifyInstance): RouteTable {
  const table: RouteTable = [];
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return;
    const { endpoint, plain } = route.config ?? {};
    if (!endpoint && !plain)
      throw new Error(`Route ${String(route.method)} ${route.url} declares no policy, rate and idempotency class`);
    table.push({
      method: String(route.method),
      url: route.url,
      ...(endpoint ? { endpoint } : {}),
      ...(plain ? { plain } : {}),
    });
  });
  return table;
}
