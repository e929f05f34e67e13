import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { PlainDeclaration } from '../http/declared.ts';
import type { Rates } from '../http/guard.ts';
import { siteOriginOf } from '../http/page-address.ts';
import { guardPlain } from '../http/plain.ts';
import { type PublicCache, sendEncoded } from '../http/public-cache.ts';
import type { News } from '../providers/news.ts';
import { readPublicPages } from './public-pages.ts';
import { writeRobots, writeSitemap } from './sitemap.ts';

/** `publicUrl`: where it is configured, else addresses are those under which the request came. */
export type SearchParts = {
  db: Kysely<Database>;
  news: News;
  cache: PublicCache;
  rates: Rates;
  publicUrl: string | undefined;
};

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };

/** `/sitemap.xml` and `/robots.txt`. */
export function searchRoutes(server: FastifyInstance, { db, news, cache, rates, publicUrl }: SearchParts): void {
  const options = { config: { plain: declared }, onRequest: guardPlain(rates) };
  const send = async (request: FastifyRequest, reply: FastifyReply, make: (origin: string) => Promise<string>) => {
    const origin = siteOriginOf(request, publicUrl);
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
