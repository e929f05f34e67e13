import type { QueryClient } from '@tanstack/react-query';
import { type PageHead, pageHead } from './page-head.ts';

/** What a list of pages knows for its head: its other pages and feed in `links`. */
export type ListHead = {
  head: PageHead;
  links: ReadonlyArray<{ rel: string; href: string; type?: string; title?: string }>;
};

/** The head of a page that is one of several. */
export function listHead(client: QueryClient, loaded: ListHead | undefined) {
  if (!loaded) return {};
  const { meta, links, scripts } = pageHead(client, loaded.head);
  return { meta, links: [...links, ...loaded.links], scripts };
}
