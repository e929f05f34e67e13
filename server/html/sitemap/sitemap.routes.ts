import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { guardPlainRoute } from '../../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../../http/mount/route-table.ts';
import { type PublicCache, sendEncoded } from '../../http/public-cache.ts';
import type { Rates } from '../../http/rates/rate-limits.ts';
import { publicOriginOf } from '../../http/request-url.ts';
import type { News } from '../../providers/news/news.ts';
import { readPublicPages } from './public-pages.ts';
import { writeRobots, writeSitemap } from './write-sitemap.ts';

/**
 * What the sitemap needs. `publicUrl` is the configured URL of the site, from which all links are made; if it is
 * undefined, they are made from the origin of the request.
 */
type SitemapDeps = {
  db: Kysely<Database>;
  news: News;
  cache: PublicCache;
  rates: Rates;
  publicUrl: string | undefined;
};

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };

/** The routes `/sitemap.xml` and `/robots.txt`. */
export function sitemapRoutes(server: FastifyInstance, { db, news, cache, rates, publicUrl }: SitemapDeps): void {
  const options = { config: { plain: declared }, onRequest: guardPlainRoute(rates) };
  const send = async (request: FastifyRequest, reply: FastifyReply, make: (origin: string) => Promise<string>) => {
    const origin = publicOriginOf(request, publicUrl);
    const encoded = await cache.read(`${request.routeOptions.url} ${origin}`, () => make(origin));
    reply.header('cache-control', 'public, max-age=300');
    return sendEncoded(request, reply, encoded);
  };
  server.get('/sitemap.xml', options, async (request, reply) => {
    reply.type('application/xml; charset=utf-8');
    return send(request, reply, async (origin) => writeSitemap(await readPublicPages({ db, news }), origin));
  });
  server.get('/robots.txt', options, async (request, reply) => {
    reply.type('text/plain; charset=utf-8');
    return send(request, reply, async (origin) => writeRobots(origin));
  });
}
