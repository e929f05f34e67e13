import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getFooter, getHeader, getHome } from '../../contract/content.ts';
import { cacheTimes } from '../../contract/limits.ts';
import { callSaved } from '../offline/saved/saved-call.ts';

const frameCache = {
  staleTime: cacheTimes.frame.fresh,
  gcTime: cacheTimes.frame.inMemory,
  meta: { persist: 'public' },
};

/**
 * Queries for the content of the header, the footer and the home page.
 * @throws ApiError
 */
export const contentQueries = {
  header: () =>
    queryOptions({
      queryKey: ['content', 'header'],
      queryFn: async (context) => (await callSaved(context, getHeader, { query: {} })).data,
      ...frameCache,
    }),
  footer: () =>
    queryOptions({
      queryKey: ['content', 'footer'],
      queryFn: async (context) => (await callSaved(context, getFooter, {})).data,
      ...frameCache,
    }),
  home: () =>
    queryOptions({
      queryKey: ['content', 'home'],
      queryFn: async (context) => (await callSaved(context, getHome, {})).data,
      staleTime: cacheTimes.course.fresh,
      gcTime: cacheTimes.frame.inMemory,
      meta: { persist: 'public' },
    }),
};

/**
 * The academy's name from a `<meta>` element. Only the shell has this element (`renderShell`), not a server-rendered
 * page. Empty on the server.
 */
function nameInHtml(): string {
  return import.meta.env.SSR
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? '');
}

/**
 * On the server, waits for the header's data, which contains the name that `academyName` returns. Every loader that
 * uses the name must call this, because the loader of the root route, which loads the header, runs at the same time.
 */
export async function awaitAcademyName(client: QueryClient): Promise<void> {
  if (import.meta.env.SSR) await client.prefetchQuery(contentQueries.header());
}

/** The academy's name, from the header's data or else from the page's HTML. Empty if neither contains it. */
export function academyName(client: QueryClient): string {
  return client.getQueryData(contentQueries.header().queryKey)?.brand.name ?? nameInHtml();
}

/** The title of a page: its own title, and the academy's name once it is known. */
export function titleWithAcademy(client: QueryClient, title: string): string {
  const name = academyName(client);
  return name && title !== name ? `${title} | ${name}` : title;
}
