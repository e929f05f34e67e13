import type { FastifyRequest } from 'fastify';
import { invalidRequest, notFound } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * True if the site is served only by https. Every request then counts as made by https, whatever a proxy says about
     * it.
     */
    isHttpsSite: boolean;
  }
}

/** True if the browser made this request by https. */
export function isHttps(request: FastifyRequest): boolean {
  return request.server.isHttpsSite || request.protocol.toLowerCase() === 'https';
}

/**
 * @throws Refusal 400 INVALID_REQUEST if a trusted proxy passed on an `X-Forwarded-Proto` that is neither http nor
 * https
 */
export function requireKnownProtocol(request: FastifyRequest): void {
  if (/^https?$/i.test(request.protocol)) return;
  throw invalidRequest('X-Forwarded-Proto must be http or https.');
}

const siteOf = (request: FastifyRequest) => URL.parse(`${isHttps(request) ? 'https' : 'http'}://${request.host}`);

/**
 * The URL of the requested page.
 * @throws Refusal 404 for an invalid Host header, and for a path that leads to another site (`//other.example`)
 */
export function requestUrlOf(request: FastifyRequest): URL {
  const site = siteOf(request);
  const url = site && URL.parse(request.url, site.href);
  if (!url || url.origin !== site.origin || url.username) throw notFound();
  return url;
}

/**
 * The origin of the links in a sitemap or a feed. It is taken from `publicUrl` if configured, otherwise from the
 * request.
 * @throws Refusal 404 in the same cases as `requestUrlOf`
 */
export function publicOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return (publicUrl ? new URL(publicUrl) : requestUrlOf(request)).origin;
}

/**
 * The origin (`https://host`) to which the client sent an API call.
 * @throws Refusal 400 INVALID_REQUEST for an invalid Host header (RFC 9112, section 3.2)
 */
export function requestOriginOf(request: FastifyRequest): string {
  const site = siteOf(request);
  if (!site) throw invalidRequest('The Host header of this call names no site.');
  return site.origin;
}

/**
 * Rewrites a URL before Fastify routes it (`rewriteUrl`). If the path has an invalid percent escape (`/media/%ff`), all
 * its percent signs are escaped, so that the URL gets our own 404 response instead of an error of the framework.
 */
export function escapeInvalidPercents(url: string): string {
  const [path = '', ...query] = url.split('?');
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
