import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { cacheTimes, postsOnPage } from '../../contract/limits.ts';
import { getPost, listPosts, postCardSchema } from '../../contract/news.ts';
import { type NewsCategory, newsPagesHeader } from '../../contract/news-categories.ts';
import { postCall, postCardsCall } from '../../contract/page-calls.ts';
import { apiOf } from '../lib/api.ts';
import { headlinePost, type PostHeadline, type PostSummary, summarisePost } from './summarise-post.ts';

/** A list's cards, and how many pages there are in all. */
export type NewsPage = { posts: PostSummary[]; pages: number };

/** The list as cards ask for it: the same call, of which less comes. */
const listCards = { ...listPosts, answers: { 200: z.array(postCardSchema) } } as const satisfies Endpoint;

const kept = { staleTime: cacheTimes.posts.fresh, gcTime: cacheTimes.posts.kept, meta: { persist: 'public' } };

/** Posts of the news site, newest first, fresh for 5 minutes (document 2, sections 7 and 9). @throws ApiError */
export const newsQueries = {
  all: () => ['news'] as const,
  latest: (category: NewsCategory, count: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), category.key, 'latest', count],
      queryFn: async ({ client, signal }): Promise<PostHeadline[]> => {
        const cards = await apiOf(client).call(listCards, postCardsCall(category, 1, count), { signal });
        return cards.map(headlinePost);
      },
      ...kept,
    }),
  page: (category: NewsCategory, page: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), category.key, 'page', page],
      queryFn: async ({ client, signal }): Promise<NewsPage> => {
        let pages = 1;
        const hear = (headers: Headers) => {
          pages = Number(headers.get(newsPagesHeader)) || 1;
        };
        const asked = postCardsCall(category, page, postsOnPage);
        const posts = await apiOf(client).call(listCards, asked, { signal, hear });
        return { posts: posts.map(summarisePost), pages };
      },
      ...kept,
    }),
  post: (id: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), 'post', id],
      queryFn: async ({ client, signal }) => apiOf(client).call(getPost, postCall(id), { signal }),
      ...kept,
    }),
};
