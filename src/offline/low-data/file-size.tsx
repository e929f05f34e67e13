import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../lib/format-bytes.ts';

/** Bytes of a file, asked without fetching it; null where its server does not say. */
const fileSize = (url: string) =>
  queryOptions({
    queryKey: ['offline', 'fileSize', url],
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { method: 'HEAD', signal });
      return answer.ok ? Number(answer.headers.get('content-length')) || null : null;
    },
    // Nobody else's server is asked: a page of ours may not call it.
    enabled: url.startsWith('/'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** `, 58 KB` behind the words of a link to a file, once it is known. */
export function FileSize({ url }: { url: string }) {
  const { data: bytes } = useQuery(fileSize(url));
  return bytes ? `, ${formatBytes(bytes)}` : null;
}
