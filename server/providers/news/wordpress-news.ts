import * as z from 'zod';
import { newsRefusals, type Post, postSchema } from '../../../contract/news.ts';
import { newsPagesHeader, newsTotalHeader } from '../../../contract/news-categories.ts';
import type { Clock } from '../../http/clock.ts';
import { Refusal } from '../../http/refusal.ts';
import { parseJson } from '../parse-json.ts';
import { cleanPost, type Sanitise } from './clean-post.ts';
import {
  type News,
  type NewsPage,
  type NewsQuery,
  newsCodes,
  newsRefusal,
  newsUnavailable,
  noSuchPost,
} from './news.ts';
import { NewsCache, type NewsFailed } from './news-cache.ts';
import { stripTags } from './strip-tags.ts';

export type WordPressDeps = {
  /** URL of the news site, without `/wp-json`. */
  url: string;
  sanitise: Sanitise;
  clock: Clock;
  /** Logs why a response in the cache could not be refreshed. */
  onFailure?: NewsFailed;
  timeoutMs?: number;
  send?: typeof fetch;
};

const defaultTimeoutMs = 5000;
/** Maximum size of a response in bytes. A page of 100 long posts has about 2 MB. */
const maxResponseBytes = 8 * 1024 * 1024;
const faultSchema = z.object({ code: z.enum(newsCodes), message: z.string().max(500) });
/**
 * The error that WordPress returns to strangers for a post that is in the trash, a draft or private. For a deleted
 * post, it returns a 404.
 */
const hiddenSchema = z.object({ code: z.literal('rest_forbidden') });
const listSchema = z.array(postSchema);

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > maxResponseBytes) throw new Error(`the response has more than ${maxResponseBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Converts an error response of WordPress. If the contract declares the error, such as the one for an unknown post, it
 * is passed on with the same code. After any other error, the news site counts as unavailable.
 */
function toRefusal(status: number, body: unknown): Refusal {
  const fault = faultSchema.safeParse(body);
  if (!fault.success || newsRefusals[fault.data.code].status !== status) {
    return newsUnavailable(new Error(`the news site returned ${status}`));
  }
  return newsRefusal(fault.data.code, stripTags(fault.data.message));
}

/**
 * Converts WordPress's error response to a request for one post. A post that strangers may not read counts as a post
 * that does not exist.
 */
function toPostRefusal(status: number, body: unknown): Refusal {
  const isHidden = (status === 401 || status === 403) && hiddenSchema.safeParse(body).success;
  return isHidden ? noSuchPost() : toRefusal(status, body);
}

/** WordPress does not know the days of events, so its posts are always sorted by date. */
function toSearch({ categories, perPage, page, order, search, slug, isEmbedded }: NewsQuery): URLSearchParams {
  const params = new URLSearchParams({ per_page: String(perPage), page: String(page), orderby: 'date', order });
  if (categories.length > 0) params.set('categories', categories.join(','));
  if (search) params.set('search', search);
  if (slug !== undefined) params.set('slug', slug);
  if (isEmbedded) params.set('_embed', '1');
  return params;
}

function readCount(headers: Headers, name: string): number {
  const count = Number(headers.get(name) ?? Number.NaN);
  if (!Number.isInteger(count) || count < 0) throw new Error(`the response has no valid header ${name}`);
  return count;
}

/**
 * Reads posts from a WordPress site through its REST API. Posts are cached for five minutes, and longer while the
 * site is unavailable. Before a response is cached, it is checked against the contract's schemas and sanitised.
 */
export function wordpressNews({
  url,
  sanitise,
  clock,
  onFailure,
  timeoutMs = defaultTimeoutMs,
  send = fetch,
}: WordPressDeps): News {
  const base = `${url.replace(/\/+$/, '')}/wp-json/wp/v2/posts`;
  const pages = new NewsCache<NewsPage>(clock, { onFailure });
  const single = new NewsCache<Post>(clock, { onFailure });

  async function request<T>(
    address: string,
    read: (body: unknown, headers: Headers) => T,
    refusalOf = toRefusal,
  ): Promise<T> {
    try {
      const response = await send(address, {
        headers: { accept: 'application/json' },
        // Do not follow redirects: they could lead to a site without TLS, and posts could then be changed on their way.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = parseJson(await readText(response));
      if (!response.ok) throw refusalOf(response.status, body);
      return read(body, response.headers);
    } catch (error) {
      throw error instanceof Refusal ? error : newsUnavailable(error);
    }
  }

  return {
    list(query) {
      const address = `${base}?${toSearch(query)}`;
      const fetchNew = () =>
        request<NewsPage>(address, (body, headers) => ({
          posts: listSchema.parse(body).map((post) => cleanPost(post, sanitise)),
          total: readCount(headers, newsTotalHeader),
          totalPages: readCount(headers, newsPagesHeader),
        }));
      // Searches are not cached: there are so many different ones that they would evict the lists of posts that readers
      // open again and again.
      return query.search ? fetchNew() : pages.read(address, fetchNew);
    },

    read(id, isEmbedded) {
      const address = `${base}/${id}${isEmbedded ? '?_embed=1' : ''}`;
      const parse = (body: unknown) => cleanPost(postSchema.parse(body), sanitise);
      return single.read(address, () => request<Post>(address, parse, toPostRefusal));
    },
  };
}
