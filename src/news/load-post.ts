import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import type { Post } from '../../contract/news.ts';
import { type NewsCategory, newsCategoryById, postPath } from '../../contract/news-categories.ts';
import { idFromTitle } from '../../contract/pages.ts';
import { ApiError } from '../lib/api.ts';
import { structuredTrail } from '../lib/structured-data.ts';
import { newsQueries } from './news.queries.ts';
import { structurePost } from './post-structured.ts';
import { readPost } from './read-post.ts';

/** The post, or null where the news site has none by that id. @throws ApiError where it could not be asked */
async function findPost(client: QueryClient, id: number): Promise<Post | null> {
  try {
    return await client.ensureQueryData({ ...newsQueries.post(id), revalidateIfStale: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The category under whose address a post is read: the one asked for where it has it, else its first known one. */
function categoryFor(post: Post, key: NewsCategory['key']): NewsCategory | undefined {
  const known = post.categories.flatMap((id) => newsCategoryById(id) ?? []);
  return known.find((category) => category.key === key) ?? known[0];
}

/**
 * The post that an address names by its last number (document 2, section 2). Any other address of it leads to the one
 * that counts: 301 from the server, replaced in the history by the browser. @throws notFound, redirect, ApiError
 */
export async function loadPost(client: QueryClient, key: NewsCategory['key'], title: string) {
  const id = idFromTitle(title);
  const post = id ? await findPost(client, id) : null;
  const category = post ? categoryFor(post, key) : undefined;
  if (!post || !category) throw notFound();
  const path = postPath(category, post);
  if (path !== `/${key}/${encodeURIComponent(title)}`) throw redirect({ href: path, statusCode: 301, replace: true });
  const view = readPost(post);
  const trail = [category, { name: view.title, path }];
  return {
    category,
    id: post.id,
    head: {
      title: view.title,
      description: view.excerpt,
      path,
      ...(view.tags.length > 0 ? { keywords: view.tags.join(', ') } : {}),
      ...(view.picture ? { image: view.picture.url } : {}),
      structured: [structurePost(client, category, post, view), structuredTrail(client, trail)],
    },
  };
}
