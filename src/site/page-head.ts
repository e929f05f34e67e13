import type { QueryClient } from '@tanstack/react-query';
import { academyName } from '../content/content.queries.ts';
import { publicAddress } from '../lib/site-address.ts';
import type { StructuredData } from '../lib/structured-data.ts';

export type PageHead = {
  title: string;
  description: string;
  path: string;
  /** The title stands as it is, without the academy's name behind it. */
  isWholeTitle?: boolean;
  keywords?: string;
  /** Picture for previews elsewhere, a path of this site; else the academy's own. */
  image?: string;
  /**
   * What the page is about in the words of schema.org, one object each. Read in what the server sends, so a browser need
   * not make it: `import.meta.env.SSR ? ... : []` keeps its making out of every visitor's first load.
   */
  structured?: readonly StructuredData[];
};

/** Drawn for it, 1200 x 630 (content/pictures). */
const sharePicture = '/media/brand/og.png';

/** JSON that cannot end the element it stands in. */
function structuredScript(about: StructuredData) {
  const children = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c');
  return { type: 'application/ld+json', children };
}

/**
 * Title, description and canonical link of a page. `path` is the address that counts, without search; the link names the
 * whole public address where that is configured.
 */
export function pageHead(client: QueryClient, head: PageHead) {
  const { title, description, path, isWholeTitle = false, keywords, image = sharePicture, structured = [] } = head;
  const name = academyName(client);
  const address = publicAddress(client, path);
  const picture = publicAddress(client, image);
  return {
    meta: [
      { title: isWholeTitle || title === name ? title : `${title} | ${name}` },
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: name },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      ...(address ? [{ property: 'og:url', content: address }] : []),
      ...(picture
        ? [
            { property: 'og:image', content: picture },
            { name: 'twitter:card', content: 'summary_large_image' },
          ]
        : []),
      ...(keywords ? [{ name: 'keywords', content: keywords }] : []),
    ],
    links: [{ rel: 'canonical', href: address ?? path }],
    // The server puts them into the document's head, where they stay; the page in the browser has none.
    scripts: import.meta.env.SSR ? structured.map(structuredScript) : [],
  };
}
