import type { Kysely } from 'kysely';
import type { Post } from '../../contract/news.ts';
import { newsCategories, newsCategoryById, newsPageLimit } from '../../contract/news-categories.ts';
import { toLine } from '../../contract/plain-text.ts';
import { postEntry, withoutRepeats } from '../../contract/search-entries.ts';
import { type SearchEntry, SearchIndex, type SearchResult } from '../../contract/search-index.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../http/clock.ts';
import { type News, newestFirst } from '../providers/news/news.ts';
import { readContentVersion, readCourseEntries, readPackageEntries, readPageEntries } from './search.repo.ts';

/**
 * How often the index checks whether content was loaded or published, in milliseconds. It checks only when somebody
 * searches.
 */
const checkMs = 1000;
/**
 * The index is built again after this many milliseconds even if no content was loaded or published. Posts may come
 * from another site, or appear when their future date has come.
 */
const maxAgeMs = 300_000;
/** At most this many posts of each category are in the index: the newest ones. */
const postsPerCategory = 5 * newsPageLimit;

/**
 * The search entry of a post, under the first of the post's categories that this site shows. An empty list if the site
 * shows none of the post's categories.
 */
function toEntries({ id, slug, categories, title, excerpt }: Post): SearchEntry[] {
  const category = categories.map(newsCategoryById).find(Boolean);
  if (!category) return [];
  return [postEntry(category, { id, slug, title: toLine(title.rendered), excerpt: toLine(excerpt.rendered) })];
}

async function readPosts(news: News): Promise<SearchEntry[]> {
  const entries: SearchEntry[] = [];
  for (const { id } of newsCategories) {
    let pages = 1;
    for (let page = 1; page <= Math.min(pages, postsPerCategory / newsPageLimit); page += 1) {
      const request = { ...newestFirst, categories: [id], perPage: newsPageLimit, page, isEmbedded: false };
      const { posts, totalPages } = await news.list(request);
      pages = totalPages;
      entries.push(...posts.flatMap(toEntries));
    }
  }
  return withoutRepeats(entries);
}

type Made = { index: SearchIndex; version: string | null; madeAt: number };

/**
 * The search index of the whole site, in the memory of this process (decision 132, "Rank searches in memory"). It is
 * built at the first search, and built again when content was loaded or published, or when it is too old.
 */
export class SiteIndex {
  readonly #deps: { db: Kysely<Database>; news: News; clock: Clock };
  #made: Promise<Made> | null = null;
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** The search entries of the posts, as last read. They are used again if the news site is unavailable. */
  #posts: SearchEntry[] = [];

  constructor(deps: { db: Kysely<Database>; news: News; clock: Clock }) {
    this.#deps = deps;
  }

  async find(query: string, limit: number): Promise<SearchResult[]> {
    const { index } = await this.#current();
    return index.find(query, limit);
  }

  #current(): Promise<Made> {
    const now = this.#deps.clock.now();
    if (this.#made && Math.abs(now - this.#checkedAt) < checkMs) return this.#made;
    this.#checkedAt = now;
    const made = this.#renew(this.#made, now);
    this.#made = made;
    made.catch(() => {
      // If building failed, the next search builds the index again.
      if (this.#made === made) this.#made = null;
    });
    return made;
  }

  async #renew(before: Promise<Made> | null, now: number): Promise<Made> {
    const version = await readContentVersion(this.#deps.db);
    const made = await before?.catch(() => null);
    if (made && made.version === version && Math.abs(now - made.madeAt) < maxAgeMs) return made;
    return { index: await this.#make(), version, madeAt: now };
  }

  async #make(): Promise<SearchIndex> {
    const { db, news } = this.#deps;
    const index = new SearchIndex();
    const others = Promise.all([readPackageEntries(db), readPageEntries(db), this.#readPosts(news)]);
    // Prevents an unhandled rejection if `others` (packages, pages and posts) fails while the courses are still being
    // read. The `await` below still throws the error.
    others.catch(() => {});
    for await (const courses of readCourseEntries(db)) index.add(courses);
    for (const entries of await others) index.add(entries);
    return index;
  }

  async #readPosts(news: News): Promise<SearchEntry[]> {
    this.#posts = await readPosts(news).catch(() => this.#posts);
    return this.#posts;
  }
}
