import * as z from 'zod';
import { type Post, postSchema } from '../../contract/news.ts';
import { newsPagesHeader, newsTotalHeader } from '../../contract/news-categories.ts';
import { Refusal } from '../http/refusal.ts';
import type { Clock } from './clock.ts';
import { type News, type NewsPage, type NewsQuery, newsAway, newsRefusal } from './news.ts';
import { cleanPost, type Sanitise } from './news-clean.ts';
import { NewsStore } from './news-store.ts';
import { stripTags } from './strip-tags.ts';

export type WordPressParts = {
  /** Address of the news site, up to `/wp-json`. */
  url: string;
  sanitise: Sanitise;
  clock: Clock;
  /** Milliseconds that the news site may take. */
  patience?: number;
  send?: typeof fetch;
};

const usualPatience = 5000;
/** A page of 100 long posts is some 2 MB. */
const largestAnswer = 8 * 1024 * 1024;
const faultSchema = z.object({ code: z.string().max(100), message: z.string().max(500) });
const listSchema = z.array(postSchema);

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > largestAnswer) throw newsAway();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A hardened host, or a captive portal, answers HTML.
    return undefined;
  }
}

/** What the news site says of the call (a page too far, no such post) is passed on; anything else is its failure. */
function toRefusal(status: number, body: unknown): Refusal {
  const fault = faultSchema.safeParse(body);
  const isTheCalls = [400, 404].includes(status) && fault.success && fault.data.code.startsWith('rest_');
  return isTheCalls ? newsRefusal(status, fault.data.code, stripTags(fault.data.message)) : newsAway();
}

function toSearch({ categories, perPage, page, order, search, slug, isEmbedded }: NewsQuery): URLSearchParams {
  const asked = new URLSearchParams({ per_page: String(perPage), page: String(page), orderby: 'date', order });
  if (categories.length > 0) asked.set('categories', categories.join(','));
  if (search) asked.set('search', search);
  if (slug !== undefined) asked.set('slug', slug);
  if (isEmbedded) asked.set('_embed', '1');
  return asked;
}

function readCount(headers: Headers, name: string): number {
  const count = Number(headers.get(name) ?? Number.NaN);
  if (!Number.isInteger(count) || count < 0) throw newsAway();
  return count;
}

/**
 * A WordPress site by its REST API (integrations, "News"), kept for five minutes; what was kept is shown while the site
 * is away. Everything is parsed by the contract and sanitised before it is kept.
 */
export function wordpressNews({ url, sanitise, clock, patience = usualPatience, send = fetch }: WordPressParts): News {
  const base = `${url.replace(/\/+$/, '')}/wp-json/wp/v2/posts`;
  const pages = new NewsStore<NewsPage>(clock);
  const single = new NewsStore<Post>(clock);

  async function ask<T>(address: string, read: (body: unknown, headers: Headers) => T): Promise<T> {
    try {
      const response = await send(address, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(patience),
      });
      const body = parseJson(await readText(response));
      if (!response.ok) throw toRefusal(response.status, body);
      return read(body, response.headers);
    } catch (error) {
      throw error instanceof Refusal ? error : newsAway();
    }
  }

  return {
    list(query) {
      const address = `${base}?${toSearch(query)}`;
      const fetchNew = () =>
        ask<NewsPage>(address, (body, headers) => ({
          posts: listSchema.parse(body).map((post) => cleanPost(post, sanitise)),
          total: readCount(headers, newsTotalHeader),
          totalPages: readCount(headers, newsPagesHeader),
        }));
      // Searches are without number: kept, they would push out the pages that readers come back to.
      return query.search ? fetchNew() : pages.read(address, fetchNew);
    },

    read(id, isEmbedded) {
      const address = `${base}/${id}${isEmbedded ? '?_embed=1' : ''}`;
      return single.read(address, () => ask<Post>(address, (body) => cleanPost(postSchema.parse(body), sanitise)));
    },
  };
}
