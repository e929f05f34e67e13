import type { FastifyInstance } from 'fastify';
import { feedPath, newsCategories } from '../../contract/news-categories.ts';
import { guardPlainRoute } from '../http/mount/plain-route.ts';
import type { PlainDeclaration } from '../http/mount/route-table.ts';
import { type PublicCache, sendEncoded } from '../http/public-cache.ts';
import type { Rates } from '../http/rates/rate-limits.ts';
import { publicOriginOf } from '../http/request-url.ts';
import { type News, newestFirst } from '../providers/news/news.ts';
import { writeFeed } from './feed.ts';

/**
 * What the RSS feeds need. `publicUrl` is the configured URL of the site (PUBLIC_URL); undefined if none is
 * configured.
 */
type FeedDeps = {
  news: News;
  cache: PublicCache;
  rates: Rates;
  publicUrl: string | undefined;
  readSiteName: () => Promise<string>;
};

const declared: PlainDeclaration = { policy: 'public', rate: 'read', idempotency: 'safe' };
const newest = { ...newestFirst, perPage: 20, page: 1, isEmbedded: true };

/** The RSS feeds `/blogs/feed.xml`, `/events/feed.xml` and `/marine-insights/feed.xml`. */
export function feedRoutes(server: FastifyInstance, { news, cache, rates, publicUrl, readSiteName }: FeedDeps): void {
  for (const category of newsCategories) {
    const make = async (url: string) => {
      const { posts } = await news.list({ ...newest, categories: [category.id] });
      return writeFeed(category, posts, { url, name: await readSiteName() });
    };
    server.get(
      feedPath(category),
      { config: { plain: declared }, onRequest: guardPlainRoute(rates) },
      async (request, reply) => {
        const origin = publicOriginOf(request, publicUrl);
        const encoded = await cache.read(`feed ${category.key} ${origin}`, () => make(origin));
        reply.type('application/rss+xml; charset=utf-8').header('cache-control', 'public, max-age=300');
        return sendEncoded(request, reply, encoded);
      },
    );
  }
}
