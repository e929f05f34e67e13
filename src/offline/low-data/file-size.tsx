import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatBytes } from '../../lib/format/format-bytes.ts';

/** Size of a file in bytes, from a HEAD request; null if the server does not send it. */
const fileSize = (url: string) =>
  queryOptions({
    queryKey: ['offline', 'fileSize', url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { method: 'HEAD', signal });
      return response.ok ? Number(response.headers.get('content-length')) || null : null;
    },
    // Request the size only from our own server, because the site's Content Security Policy forbids requests to others.
    enabled: url.startsWith('/'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Appends the size of a file to the text of its link, such as `, 58 KB`, once it is known. */
export function FileSize({ url }: { url: string }) {
  const { data: bytes } = useQuery(fileSize(url));
  return bytes ? `, ${formatBytes(bytes)}` : null;
}
