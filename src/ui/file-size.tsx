import { useLowData } from '../lib/low-data.ts';

/** Behind the words of a link to a file: its size, where data is spared. */
export function FileSize({ url }: { url: string }) {
  const lowData = useLowData();
  return lowData ? <lowData.FileSize url={url} /> : null;
}
