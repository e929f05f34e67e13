import type { QueryClient } from '@tanstack/react-query';
import { academyName, titleWithAcademy } from '../../content/content.queries.ts';
import { publicAddress } from '../../lib/site-address.ts';
import type { StructuredData } from '../../lib/structured-data.ts';

export type PageHead = {
  title: string;
  description: string;
  path: string;
  /** Whether the title is complete, so that the academy's name is not appended. */
  isWholeTitle?: boolean;
  /** Whether search engines may list the page. Default: true. */
  isIndexed?: boolean;
  keywords?: string;
  /** Path of the picture for link previews. Default: the academy's picture. */
  image?: string;
  /**
   * schema.org objects. Search engines read them in the server's HTML only, so pass `import.meta.env.SSR ? ... : []`:
   * the code that builds them then stays out of the browser's bundle.
   */
  structured?: readonly StructuredData[];
};

/** The academy's picture for link previews, 1200 x 630 pixels. */
const sharePicture = '/media/brand/og.png';

/** A JSON-LD script. Escapes `<`, so that no text can close the script element. */
function structuredScript(about: StructuredData) {
  const children = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c');
  return { type: 'application/ld+json', children };
}

const noindex = { name: 'robots', content: 'noindex' };

/** Head of a page about one student or one device: its title, and `noindex`, so that search engines do not list it. */
export function privateHead(client: QueryClient, title: string) {
  return { meta: [{ title: titleWithAcademy(client, title) }, noindex] };
}

/**
 * Title, description, link preview and canonical link of a page. `path`: the canonical path without search parameters.
 * If the public address of the site is configured, links are absolute.
 */
export function pageHead(client: QueryClient, head: PageHead) {
  const {
    title,
    description,
    path,
    isWholeTitle = false,
    isIndexed = true,
    keywords,
    image = sharePicture,
    structured = [],
  } = head;
  const name = academyName(client);
  const address = publicAddress(client, path);
  const picture = publicAddress(client, image);
  return {
    meta: [
      { title: isWholeTitle ? title : titleWithAcademy(client, title) },
      { name: 'description', content: description },
      ...(isIndexed ? [] : [noindex]),
      { property: 'og:type', content: 'website' },
      ...(name ? [{ property: 'og:site_name', content: name }] : []),
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
    // Only the server renders the structured data. When the page is hydrated, the data stays in the document.
    scripts: import.meta.env.SSR ? structured.map(structuredScript) : [],
  };
}
