import type { FastifyRequest } from 'fastify';
import { isFromThisMachine, type Rates, requireSameSite } from './guard.ts';
import { notFound } from './refusal.ts';

/** Content policy of pages of our own without script: the sandbox's and the API's. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `onRequest` hook for routes that are no calls of the contract (`config.plain`): holds them to their declared policy
 * and rate, and unsafe ones to the same-site rule.
 * @throws Refusal 403, 404 or 429
 */
export function guardPlain(rates: Rates) {
  return async (request: FastifyRequest): Promise<void> => {
    const declared = request.routeOptions.config.plain;
    if (!declared) return;
    if (declared.policy === 'loopback' && !isFromThisMachine(request)) throw notFound();
    requireSameSite(request);
    await rates.count(declared.rate, { address: request.ip, account: null });
  };
}
