import type { FastifyRequest } from 'fastify';
import type { Rates } from '../rates/rate-limits.ts';
import { notFound } from '../refusal.ts';
import { isFromThisMachine, requireSameSite } from './guard.ts';
import { countIfRefused } from './over-limit.ts';

/** Content-Security-Policy of our script-free pages: the sandbox pages and the API page. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Creates the `onRequest` hook of routes that are not endpoints of the contract. It enforces the policy and the rate
 * limit declared in `config.plain`, and rejects unsafe calls from other sites.
 * @throws Refusal 403, 404 or 429
 */
export function guardPlainRoute(rates: Rates) {
  return async (request: FastifyRequest): Promise<void> => {
    const declared = request.routeOptions.config.plain;
    if (!declared) return;
    await countIfRefused(rates, declared.rate, request.ip, () => {
      if (declared.policy === 'loopback' && !isFromThisMachine(request)) throw notFound();
      requireSameSite(request);
    });
    await rates.count(declared.rate, { address: request.ip, account: null });
  };
}
