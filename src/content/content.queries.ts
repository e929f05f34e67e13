import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getFooter, getHeader, getHome } from '../../contract/content.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { apiOf } from '../lib/api.ts';

const frame = { staleTime: cacheTimes.frame.fresh, gcTime: cacheTimes.frame.kept, meta: { persist: 'public' } };

/** What the content service gives. Header and footer are fresh for 10 minutes and kept for 30. @throws ApiError */
export const contentQueries = {
  header: () =>
    queryOptions({
      queryKey: ['content', 'header'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getHeader, { query: {} }, { signal })).data,
      ...frame,
    }),
  footer: () =>
    queryOptions({
      queryKey: ['content', 'footer'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getFooter, {}, { signal })).data,
      ...frame,
    }),
  home: () =>
    queryOptions({
      queryKey: ['content', 'home'],
      queryFn: async ({ client, signal }) => (await apiOf(client).call(getHome, {}, { signal })).data,
      staleTime: cacheTimes.course.fresh,
      gcTime: cacheTimes.frame.kept,
      meta: { persist: 'public' },
    }),
};

/** The academy's name for titles, from what the page already knows. */
export function academyName(client: QueryClient): string {
  return client.getQueryData(contentQueries.header().queryKey)?.brand.name ?? 'Landfall';
}
