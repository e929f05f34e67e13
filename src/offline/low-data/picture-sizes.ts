import { queryOptions } from '@tanstack/react-query';
import { getLibraryPart } from '../../../contract/offline.ts';
import { apiOf } from '../../lib/api.ts';

/**
 * The file size of each of the academy's pictures in one width, in bytes, by the path of the file. Server-rendered
 * pages include these sizes. @throws ApiError
 */
export const pictureSizes = () =>
  queryOptions({
    queryKey: ['offline', 'pictureSizes'],
    queryFn: async ({ client, signal }): Promise<Record<string, number>> => {
      const { data } = await apiOf(client).call(getLibraryPart, { params: { id: 'pictures' } }, { signal });
      return Object.fromEntries(data.pictures.map(({ path, bytes }) => [path, bytes]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: 'public' },
  });
