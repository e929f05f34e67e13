import type { QueryClient } from '@tanstack/react-query';
import type { CmsPage, CmsPageName } from '../../../contract/cms.ts';
import { contentQueries } from '../content.queries.ts';
import { cmsQueries } from './cms.queries.ts';
import { type StructuredContent, structuredAcademyDetails, structuredFaqs } from './structured-content.ts';

/** The `pageHead` options of a page of the content service, such as About. */
type CmsHead = {
  title: string;
  description: string;
  path: string;
  isWholeTitle: boolean;
  keywords: string;
  image: string;
  structured: StructuredContent[];
};

/**
 * Head of a content page. The head of the About page includes schema.org data of the academy. The data contains the
 * contact details from the header, so it is left out if the header cannot be loaded.
 */
async function cmsHead(client: QueryClient, name: CmsPageName, page: CmsPage): Promise<CmsHead> {
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
      ...(header ? [structuredAcademyDetails(client, header.brand, page)] : []),
      ...(faqs ? [structuredFaqs(faqs.list)] : []),
    ],
  };
}

/** Loads a page of the content service, such as About, and returns its head. @throws ApiError */
export async function loadCmsPage(client: QueryClient, name: CmsPageName): Promise<{ head: CmsHead }> {
  const page = await client.ensureQueryData({ ...cmsQueries.page(name), revalidateIfStale: true });
  return { head: await cmsHead(client, name, page) };
}
