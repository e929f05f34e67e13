import { endpointUrl } from '../../contract/endpoint-url.ts';
import { blogsOnHome, eventsOnHome, postsOnPage } from '../../contract/limits.ts';
import { listPosts, type Post } from '../../contract/news.ts';
import { type NewsCategory, newsCategories, newsPageLimit } from '../../contract/news-categories.ts';
import { newsPagesSaved } from '../../contract/offline.ts';
import { postCardsCall } from '../../contract/page-calls.ts';
import type { News, NewsQuery } from '../providers/news/news.ts';

/**
 * A request for the posts of a category in the order of its list. The caller adds the number and the size of the page.
 */
function inListOrder(category: NewsCategory): Omit<NewsQuery, 'perPage' | 'page'> {
  const all = { search: undefined, slug: undefined, isEmbedded: true };
  return { ...all, categories: [category.id], orderBy: category.order, order: 'desc' };
}

/** How many posts of each category the home page shows. */
const homePostCounts: Partial<Record<NewsCategory['key'], number>> = { blogs: blogsOnHome, events: eventsOnHome };

/** Paths of the API calls by which the home page gets its posts. */
export function homeCalls(): string[] {
  return newsCategories.flatMap((category) => {
    const count = homePostCounts[category.key];
    return count === undefined ? [] : [endpointUrl(listPosts, postCardsCall(category, 1, count))];
  });
}

/**
 * Paths of the API calls for the first pages of each news list, as many pages as are saved for offline use.
 * @throws Refusal 503 if the news site is not available
 */
export async function listCalls(news: News): Promise<string[]> {
  const calls: string[] = [];
  for (const category of newsCategories) {
    const { totalPages } = await news.list({ ...inListOrder(category), perPage: postsOnPage, page: 1 });
    for (let page = 1; page <= Math.min(Math.max(1, totalPages), newsPagesSaved); page += 1)
      calls.push(endpointUrl(listPosts, postCardsCall(category, page, postsOnPage)));
  }
  return calls;
}

/**
 * The complete posts of the first pages of each news list, as many pages as are saved for offline use.
 * @throws Refusal 503 if the news site is not available
 */
export async function readSavedPosts(news: News): Promise<Post[]> {
  const posts: Post[] = [];
  const wanted = newsPagesSaved * postsOnPage;
  for (const category of newsCategories) {
    for (let page = 1, last = 1; page <= last; page += 1) {
      const found = await news.list({ ...inListOrder(category), perPage: newsPageLimit, page });
      last = Math.min(found.totalPages, Math.ceil(wanted / newsPageLimit));
      posts.push(...found.posts.slice(0, wanted - (page - 1) * newsPageLimit));
    }
  }
  return posts;
}
