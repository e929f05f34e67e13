import type { QueryClient } from '@tanstack/react-query';
import { type PageHead, pageHead } from './page-head.ts';

/**
 * What the loader of a paged list returns for the head of one page. `links`: `<link>` elements for the previous and
 * next page and the feed.
 */
type ListHead = {
  head: PageHead;
  links: ReadonlyArray<{ rel: string; href: string; type?: string; title?: string }>;
};

/** The head tags of one page of a paged list. Empty while the list has not been loaded. */
export function listHead(client: QueryClient, loaded: ListHead | undefined) {
  if (!loaded) return {};
  const { meta, links, scripts } = pageHead(client, loaded.head);
  return { meta, links: [...links, ...loaded.links], scripts };
}
