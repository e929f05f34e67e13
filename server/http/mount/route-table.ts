import type { FastifyInstance } from 'fastify';
import type { Endpoint, IdempotencyClass, Policy } from '../../../contract/endpoint.ts';
import type { MinuteRate } from '../rates/rate-limits.ts';

/** Declaration of a route that is not an endpoint of the contract, such as a page, an asset or a sandbox page. */
export type PlainDeclaration = { policy: Policy; rate: MinuteRate; idempotency: IdempotencyClass };

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    plain?: PlainDeclaration;
  }
  interface FastifyRequest {
    /**
     * The id of the student who makes a call that requires sign-in. It is set only after `admit` has accepted the call.
     */
    studentId?: string;
    /** The id of the staff member who makes a call of the console. It is set even if the call is then refused. */
    staffId?: string;
  }
}

/** All routes of the server, in the order in which they were registered. */
export type RouteTable = Array<{ method: string; url: string; endpoint?: Endpoint; plain?: PlainDeclaration }>;

/**
 * Collects all routes that are registered from now on, for tests and for the API page. Registering a route without a
 * declaration then throws an Error.
 */
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
