import { newsRefusals, type Post } from '../../../contract/news.ts';
import type { PostOrder } from '../../../contract/news-categories.ts';
import { type Refusal, refuse } from '../../http/refusal.ts';

/**
 * A request for a list of posts. `orderBy: 'event'` puts the events that are not over first, the soonest first, then all
 * other posts, the latest first; `order` is for `'date'` only. `perPage` is at most 100.
 */
export type NewsQuery = {
  categories: number[];
  perPage: number;
  page: number;
  orderBy: PostOrder;
  order: 'asc' | 'desc';
  search: string | undefined;
  slug: string | undefined;
  /** Whether each post includes its author, picture, and tags and categories. */
  isEmbedded: boolean;
};

/** A request for all posts, the newest first, without categories and page. */
export const newestFirst = { orderBy: 'date', order: 'desc', search: undefined, slug: undefined } as const;

export type NewsPage = { posts: Post[]; total: number; totalPages: number };

/** Where posts come from: the academy's own content or a WordPress site. */
export type News = {
  /**
   * Reads a page of the list of posts.
   * @throws Refusal 400 `rest_post_invalid_page_number` for a page after the last one, 503 if the news site is
   *   unavailable
   */
  list(query: NewsQuery): Promise<NewsPage>;
  /** Reads one post. @throws Refusal 404 `rest_post_invalid_id`, 503 if the news site is unavailable */
  read(id: number, isEmbedded: boolean): Promise<Post>;
};

/** Error codes of refused calls for posts. They are WordPress's own codes. */
export const newsCodes = ['rest_invalid_param', 'rest_post_invalid_page_number', 'rest_post_invalid_id'] as const;
type NewsCode = (typeof newsCodes)[number];

/** Creates a refusal in WordPress's format, with `code`, `message` and `data.status`. */
export function newsRefusal(code: NewsCode, message: string, params?: Record<string, string>): Refusal {
  const { status } = newsRefusals[code];
  return refuse(newsRefusals, code, message, { data: { status, ...(params ? { params } : {}) } });
}

export const noSuchPage = () =>
  newsRefusal(
    'rest_post_invalid_page_number',
    'The page number requested is larger than the number of pages available.',
  );

export const noSuchPost = () => newsRefusal('rest_post_invalid_id', 'Invalid post ID.');

export const newsUnavailable = (cause?: unknown) =>
  refuse(newsRefusals, 'NEWS_UNAVAILABLE', 'The news site is not available at present.', { retryAfter: 30, cause });
