import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { cacheTimes, postsOnPage } from '../../contract/limits.ts';
import { getPost, listPosts, postCardSchema } from '../../contract/news.ts';
import { type NewsCategory, newsPagesHeader } from '../../contract/news-categories.ts';
import { postCall, postCardsCall } from '../../contract/page-calls.ts';
import { callSaved } from '../offline/saved/saved-call.ts';
import { headlinePost, type PostHeadline, type PostSummary, summarisePost } from './summarise-post.ts';

/** One page of a news list. `pages`: total number of pages of the list. */
export type NewsPage = { posts: PostSummary[]; pages: number };

/** The endpoint `listPosts`, with a schema that parses only the fields that the cards of posts show. */
const listCards = { ...listPosts, answers: { 200: z.array(postCardSchema) } } as const satisfies Endpoint;

const cacheOptions = {
  staleTime: cacheTimes.posts.fresh,
  gcTime: cacheTimes.posts.inMemory,
  meta: { persist: 'public' },
};

/** Queries for posts of the news site. The lists have the order that `postCardsCall` requests. @throws ApiError */
export const newsQueries = {
  all: () => ['news'] as const,
  latest: (category: NewsCategory, count: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), category.key, 'latest', count],
      queryFn: async (context): Promise<PostHeadline[]> => {
        const cards = await callSaved(context, listCards, postCardsCall(category, 1, count));
        return cards.map(headlinePost);
      },
      ...cacheOptions,
    }),
  page: (category: NewsCategory, page: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), category.key, 'page', page],
      queryFn: async (context): Promise<NewsPage> => {
        let pages = 1;
        const onHeaders = (headers: Headers) => {
          pages = Number(headers.get(newsPagesHeader)) || 1;
        };
        const call = postCardsCall(category, page, postsOnPage);
        const posts = await callSaved(context, listCards, call, onHeaders);
        return { posts: posts.map(summarisePost), pages };
      },
      ...cacheOptions,
    }),
  post: (id: number) =>
    queryOptions({
      queryKey: [...newsQueries.all(), 'post', id],
      queryFn: async (context) => callSaved(context, getPost, postCall(id)),
      ...cacheOptions,
    }),
};
