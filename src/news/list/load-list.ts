import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { feedPath, type NewsCategory, newsCategories } from '../../../contract/news-categories.ts';
import { academyName, awaitAcademyName } from '../../content/content.queries.ts';
import { ApiError } from '../../lib/api.ts';
import { publicAddress } from '../../lib/site-address.ts';
import { structuredTrail } from '../../lib/structured-data.ts';
import { newsQueries } from '../news.queries.ts';
import { pageAddress } from './page-numbers.ts';

/** The category with this key. @throws Error for an unknown key */
function categoryOf(key: NewsCategory['key']): NewsCategory {
  const category = newsCategories.find((one) => one.key === key);
  if (!category) throw new Error(`No news category ${key}`);
  return category;
}

/** Attributes of the `<link>` elements for the feed and for the previous and next page of a news list. */
function linksOf(client: QueryClient, category: NewsCategory, page: number, pages: number) {
  const linkToPage = (rel: 'prev' | 'next', number: number) => {
    const path = pageAddress(category.path, number);
    return { rel, href: publicAddress(client, path) ?? path };
  };
  const feed = { rel: 'alternate', type: 'application/rss+xml', href: feedPath(category) };
  return [
    { ...feed, title: `${academyName(client)}: ${category.name}` },
    ...(page > 1 ? [linkToPage('prev', page - 1)] : []),
    ...(page < pages ? [linkToPage('next', page + 1)] : []),
  ];
}

/**
 * Loads one page of a news list. The server waits for the list. It responds 404 for a page after the last one, and
 * renders an error with status 503 (`isRefused`) if the list cannot be loaded. The browser does not wait: the page
 * opens at once with skeletons.
 */
export async function loadList(client: QueryClient, key: NewsCategory['key'], page: number) {
  const category = categoryOf(key);
  const query = newsQueries.page(category, page);
  const request = client.fetchQuery(query).catch((error: unknown) => {
    if (import.meta.env.SSR && error instanceof ApiError && error.status === 400) throw notFound();
  });
  if (import.meta.env.SSR) await request;
  await awaitAcademyName(client);
  const cached = client.getQueryData(query.queryKey);
  const isRefused = import.meta.env.SSR && !cached;
  return {
    category,
    page,
    isRefused,
    links: linksOf(client, category, page, cached?.pages ?? page),
    head: {
      title: page > 1 ? `${category.name}, page ${page}` : category.name,
      description: category.about,
      path: pageAddress(category.path, page),
      structured: [structuredTrail(client, [category])],
    },
  };
}
