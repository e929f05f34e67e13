import type { FastifyRequest } from 'fastify';
import { notFound } from './refusal.ts';

/** The page's address; a Host that is none, and a path such as `//other.example`, name no page of this site. @throws Refusal 404 */
export function addressOf(request: FastifyRequest): URL {
  const site = URL.parse(`${request.protocol}://${request.host}`);
  const url = site && URL.parse(request.url, site.href);
  if (!url || url.origin !== site.origin || url.username) throw notFound();
  return url;
}

/** What the addresses in a sitemap or a feed begin with: as `publicUrl` says, else as the request came. @throws Refusal 404 */
export function siteOriginOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return (publicUrl ? new URL(publicUrl) : addressOf(request)).origin;
}
