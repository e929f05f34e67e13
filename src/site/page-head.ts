import type { QueryClient } from '@tanstack/react-query';
import { academyName } from '../content/content.queries.ts';
import { publicAddress } from '../lib/site-address.ts';

export type PageHead = {
  title: string;
  description: string;
  path: string;
  /** The title stands as it is, without the academy's name behind it. */
  isWholeTitle?: boolean;
};

/**
 * Title, description and canonical link of a page. `path` is the address that counts, without search; the link names the
 * whole public address where that is configured.
 */
export function pageHead(client: QueryClient, { title, description, path, isWholeTitle = false }: PageHead) {
  const name = academyName(client);
  const address = publicAddress(client, path);
  return {
    meta: [
      { title: isWholeTitle || title === name ? title : `${title} | ${name}` },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      ...(address ? [{ property: 'og:url', content: address }] : []),
    ],
    links: [{ rel: 'canonical', href: address ?? path }],
  };
}
