import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Origin under which this call reached the site.
 * @throws Refusal 400 INVALID_REQUEST for a Host header that is no host (RFC 9112, section 3.2)
 */
export function siteOrigin(request: FastifyRequest): string {
  const site = URL.parse(`${request.protocol}://${request.host}`);
  if (!site) throw new Refusal(400, 'INVALID_REQUEST', 'The Host header of this call names no site.');
  return site.origin;
}
