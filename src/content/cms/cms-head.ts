import type { QueryClient } from '@tanstack/react-query';
import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';
import { contentQueries } from '../content.queries.ts';
import { type Structured, structuredAcademy, structuredFaqs } from './structured-content.ts';

/** What a page tells search engines, in the words of `pageHead`. */
export type CmsHead = {
  title: string;
  description: string;
  path: string;
  isWholeTitle: boolean;
  keywords: string;
  image: string;
  structured: Structured[];
};

/** The head that the content gives. About describes the academy itself; without its brand it says nothing of it. */
export async function cmsHead(client: QueryClient, name: CmsPageName, page: CmsPage): Promise<CmsHead> {
  const { meta, hero, faqs } = page;
  const header = name === 'about' ? await client.ensureQueryData(contentQueries.header()).catch(() => null) : null;
  return {
    title: meta.title,
    description: meta.description,
    path: meta.canonicalUrl,
    isWholeTitle: true,
    keywords: meta.keywords,
    image: hero.imageUrl,
    structured: [
      ...(header ? [structuredAcademy(client, header.brand, page)] : []),
      ...(faqs ? [structuredFaqs(faqs.list)] : []),
    ],
  };
}
