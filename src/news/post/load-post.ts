import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { Post } from '../../../contract/news.ts';
import { type NewsCategory, newsCategoryById, postPath } from '../../../contract/news-categories.ts';
import { idFromTitle } from '../../../contract/pages.ts';
import { awaitAcademyName } from '../../content/content.queries.ts';
import { ApiError } from '../../lib/api.ts';
import { academyDay } from '../../lib/format/format.ts';
import { structuredTrail } from '../../lib/structured-data.ts';
import { newsQueries } from '../news.queries.ts';
import { readPost } from './read-post.ts';
import { structuredPost } from './structured-post.ts';

/** The post with this id, or null if there is none. @throws ApiError */
async function findPost(client: QueryClient, id: number): Promise<Post | null> {
  try {
    return await client.ensureQueryData({ ...newsQueries.post(id), revalidateIfStale: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * The category in the post's canonical URL: the category `key` if the post is in it, otherwise the first of the post's
 * categories that the site knows.
 */
function categoryFor(post: Post, key: NewsCategory['key']): NewsCategory | undefined {
  const known = post.categories.flatMap((id) => newsCategoryById(id) ?? []);
  return known.find((category) => category.key === key) ?? known[0];
}

/**
 * Loads a post by its id, which is the last number of the URL (docs/product.md#news). If the URL is not the post's
 * canonical URL, redirects: on the server with status 301, in the browser by replacing the history entry.
 * @throws notFound, redirect, ApiError
 */
export async function loadPost(client: QueryClient, key: NewsCategory['key'], title: string) {
  const id = idFromTitle(title);
  const post = id ? await findPost(client, id) : null;
  const category = post ? categoryFor(post, key) : undefined;
  if (!post || !category) throw notFound();
  const path = postPath(category, post);
  if (path !== `/${key}/${encodeURIComponent(title)}`) throw redirect({ href: path, statusCode: 301, replace: true });
  await awaitAcademyName(client);
  const view = readPost(post);
  const trail = [category, { name: view.title, path }];
  return {
    category,
    id: post.id,
    today: academyDay(),
    head: {
      title: view.title,
      description: view.excerpt,
      path,
      ...(view.tags.length > 0 ? { keywords: view.tags.join(', ') } : {}),
      ...(view.picture ? { image: view.picture.url } : {}),
      structured: [structuredPost(client, category, post, view), structuredTrail(client, trail)],
    },
  };
}
