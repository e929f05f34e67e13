import { queryOptions } from '@tanstack/react-query';
import { type CmsPageName, getCmsPage } from '../../../contract/cms.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { apiOf } from '../../lib/api.ts';

/** Pages of the content service, fresh for 5 minutes and kept for 10 (document 2, section 9). @throws ApiError */
export const cmsQueries = {
  all: () => ['content', 'page'] as const,
  page: (name: CmsPageName) =>
    queryOptions({
      queryKey: [...cmsQueries.all(), name],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getCmsPage, { params: { name } }, { signal })).data,
      staleTime: cacheTimes.cms.fresh,
      gcTime: cacheTimes.cms.kept,
      meta: { persist: 'public' },
    }),
};
