import { queryOptions } from '@tanstack/react-query';
import { getVoyagePart } from '../../../contract/offline.ts';
import { apiOf } from '../../lib/api.ts';

/** Bytes of the academy's pictures by their path, of one width each. They come with a page that the server draws. @throws ApiError */
export const pictureSizes = () =>
  queryOptions({
    queryKey: ['offline', 'pictureSizes'],
    queryFn: async ({ client, signal }): Promise<Record<string, number>> => {
      const { data } = await apiOf(client).call(getVoyagePart, { params: { id: 'pictures' } }, { signal });
      return Object.fromEntries(data.pictures.map(({ path, bytes }) => [path, bytes]));
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { persist: 'public' },
  });
