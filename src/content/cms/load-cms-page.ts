import type { QueryClient } from '@tanstack/react-query';
import type { CmsPageName } from '../../../contract/cms.ts';
import { cmsQueries } from './cms.queries.ts';
import { type CmsHead, cmsHead } from './cms-head.ts';

/** Asks for a page and answers its head. @throws ApiError where it did not come */
export async function loadCmsPage(client: QueryClient, name: CmsPageName): Promise<{ head: CmsHead }> {
  const page = await client.ensureQueryData({ ...cmsQueries.page(name), revalidateIfStale: true });
  return { head: await cmsHead(client, name, page) };
}
