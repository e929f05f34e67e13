import { queryOptions } from '@tanstack/react-query';
import { getLibraryPart } from '../../../contract/offline.ts';
import { apiOf } from '../../lib/api.ts';

/**
 * The file sizes of the academy's pictures in bytes, by path. For a picture in several widths, this is the size of the
 * width that is saved for offline use. Pages rendered in low-data mode include the sizes.
 * @throws ApiError
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
