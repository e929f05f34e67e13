import { queryOptions } from '@tanstack/react-query';
import { type CmsPageName, getCmsPage } from '../../../contract/cms.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { apiOf } from '../../lib/api.ts';

/** Pages of the content service. @throws ApiError */
export const cmsQueries = {
  all: () => ['content', 'page'] as const,
  page: (name: CmsPageName) =>
    queryOptions({
      queryKey: [...cmsQueries.all(), name],
      queryFn: async ({ client, signal }) =>
        (await apiOf(client).call(getCmsPage, { params: { name } }, { signal })).data,
      staleTime: cacheTimes.cms.fresh,
      gcTime: cacheTimes.cms.inMemory,
      meta: { persist: 'public' },
    }),
};
