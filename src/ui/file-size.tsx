import { useLowData } from '../lib/low-data.ts';

/** Shows the size of the file that a link opens, in low-data mode only. */
export function FileSize({ url }: { url: string }) {
  const lowData = useLowData();
  return lowData ? <lowData.FileSize url={url} /> : null;
}
