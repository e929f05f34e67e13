import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { feedPath, type NewsCategory, newsCategories } from '../../contract/news-categories.ts';
import { academyName } from '../content/content.queries.ts';
import { ApiError } from '../lib/api.ts';
import { publicAddress } from '../lib/site-address.ts';
import { structuredTrail } from '../lib/structured-data.ts';
import { newsQueries } from './news.queries.ts';
import { pageAddress } from './page-numbers.ts';

/** The category of an address. @throws Error for a key that `newsCategories` does not have */
function categoryOf(key: NewsCategory['key']): NewsCategory {
  const category = newsCategories.find((one) => one.key === key);
  if (!category) throw new Error(`No news category ${key}`);
  return category;
}

/** The list's other pages and its feed, for `<head>`. */
function linksOf(client: QueryClient, category: NewsCategory, page: number, pages: number) {
  const toPage = (rel: 'prev' | 'next', number: number) => {
    const path = pageAddress(category.path, number);
    return { rel, href: publicAddress(client, path) ?? path };
  };
  const feed = { rel: 'alternate', type: 'application/rss+xml', href: feedPath(category) };
  return [
    { ...feed, title: `${academyName(client)}: ${category.name}` },
    ...(page > 1 ? [toPage('prev', page - 1)] : []),
    ...(page < pages ? [toPage('next', page + 1)] : []),
  ];
}

/**
 * Asks for a page of a list. The server waits: it answers 404 for a page after the last, and draws the page also where
 * the list could not be had (`isRefused`, answered 503). In the browser the page opens at once, with skeletons.
 */
export async function loadList(client: QueryClient, key: NewsCategory['key'], page: number) {
  const category = categoryOf(key);
  const query = newsQueries.page(category, page);
  const asked = client.fetchQuery(query).catch((error: unknown) => {
    if (import.meta.env.SSR && error instanceof ApiError && error.status === 400) throw notFound();
  });
  if (import.meta.env.SSR) await asked;
  const known = client.getQueryData(query.queryKey);
  const isRefused = import.meta.env.SSR && !known;
  return {
    category,
    page,
    isRefused,
    links: linksOf(client, category, page, known?.pages ?? page),
    head: {
      title: page > 1 ? `${category.name}, page ${page}` : category.name,
      description: category.about,
      path: pageAddress(category.path, page),
      structured: [structuredTrail(client, [category])],
    },
  };
}
