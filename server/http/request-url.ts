import type { FastifyRequest } from 'fastify';
import { invalidRequest, notFound } from './refusal.ts';

/**
 * The URL of a requested page.
 * @throws Refusal 404 for an invalid Host header, and for a path that leads to another site (`//other.example`)
 */
export function requestUrlOf(request: FastifyRequest): URL {
  const site = URL.parse(`${request.protocol}://${request.host}`);
  const url = site && URL.parse(request.url, site.href);
  if (!url || url.origin !== site.origin || url.username) throw notFound();
  return url;
}

/** Origin for the links in a sitemap or a feed: `publicUrl` where configured, otherwise the request's. @throws Refusal 404 */
export function publicOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return (publicUrl ? new URL(publicUrl) : requestUrlOf(request)).origin;
}

/**
 * Origin under which an API call reached the site.
 * @throws Refusal 400 INVALID_REQUEST for an invalid Host header (RFC 9112, section 3.2)
 */
export function requestOriginOf(request: FastifyRequest): string {
  const site = URL.parse(`${request.protocol}://${request.host}`);
  if (!site) throw invalidRequest('The Host header of this call names no site.');
  return site.origin;
}

/**
 * Rewrites a URL before routing (`rewriteUrl`). Percent signs that do not start a valid escape (`/media/%ff`) are escaped, so
 * that such a URL gets our 404 response instead of an error of the framework.
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
