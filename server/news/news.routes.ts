import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { getPost, listPosts } from '../../contract/news.ts';
import { newsPagesHeader, newsTotalHeader } from '../../contract/news-categories.ts';
import { type PublicCache, sendEncoded } from '../http/public-cache.ts';
import type { MinuteRate, Rates } from '../http/rates/rate-limits.ts';
import { type News, noSuchPost } from '../providers/news/news.ts';
import { readNewsQuery } from './news-query.ts';
import { pickFields, readFields } from './post-fields.ts';

type NewsDeps = { news: News; cache: PublicCache; rates: Rates };

type Totals = { total: number; totalPages: number };
/**
 * Maximum number of lists of posts whose totals (the headers with the number of posts and pages) are held in memory.
 * The totals of a list are needed only while the list is cached, for one second. In that time, far fewer lists are
 * requested.
 */
const maxTotals = 2000;

/**
 * The calls for posts in the format of WordPress's REST API (docs/product.md#news). `mount` cannot register them,
 * because the response body is a bare list, the totals are in headers, and errors have WordPress's format.
 */
export function newsRoutes(server: FastifyInstance, { news, cache, rates }: NewsDeps): void {
  const totals = new Map<string, Totals>();

  const count = (endpoint: Endpoint & { rate: MinuteRate }) => async (request: FastifyRequest) =>
    rates.count(endpoint.rate, { address: request.ip, account: null });

  const send = (request: FastifyRequest, reply: FastifyReply, encoded: Awaited<ReturnType<PublicCache['read']>>) => {
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=0, must-revalidate');
    return sendEncoded(request, reply, encoded);
  };

  const listOptions = { config: { endpoint: listPosts }, onRequest: count(listPosts) };
  server.get(listPosts.url, listOptions, async (request, reply) => {
    const query = readNewsQuery(request.query);
    const fields = readFields(request.query);
    const key = JSON.stringify([listPosts.name, query, fields]);
    const make = async () => {
      const { posts, total, totalPages } = await news.list(query);
      totals.delete(key);
      totals.set(key, { total, totalPages });
      const oldest = totals.keys().next();
      if (totals.size > maxTotals && !oldest.done) totals.delete(oldest.value);
      return JSON.stringify(listPosts.answers[200].parse(posts).map((post) => pickFields(post, fields)));
    };
    const encoded = await cache.read(key, make);
    const { total, totalPages } = totals.get(key) ?? { total: 0, totalPages: 0 };
    reply.header(newsTotalHeader, String(total)).header(newsPagesHeader, String(totalPages));
    return send(request, reply, encoded);
  });

  const postOptions = { config: { endpoint: getPost }, onRequest: count(getPost) };
  server.get(getPost.url, postOptions, async (request, reply) => {
    const params = getPost.params.safeParse(request.params);
    if (!params.success) throw noSuchPost();
    const isEmbedded = '_embed' in Object(request.query);
    const { id } = params.data;
    const encoded = await cache.read(JSON.stringify([getPost.name, id, isEmbedded]), async () =>
      JSON.stringify(getPost.answers[200].parse(await news.read(id, isEmbedded))),
    );
    return send(request, reply, encoded);
  });
}
