import { queryOptions } from '@tanstack/react-query';
import { type CmsPageName, getCmsPage } from '../../../contract/cms.ts';
import { cacheTimes } from '../../../contract/limits.ts';
import { callSaved } from '../../offline/saved/saved-call.ts';

/** Queries for pages of the content service. @throws ApiError */
export const cmsQueries = {
  all: () => ['content', 'page'] as const,
  page: (name: CmsPageName) =>
    queryOptions({
      queryKey: [...cmsQueries.all(), name],
      queryFn: async (context) => (await callSaved(context, getCmsPage, { params: { name } })).data,
      staleTime: cacheTimes.cms.fresh,
      gcTime: cacheTimes.cms.inMemory,
      meta: { persist: 'public' },
    }),
};
