import { useLowData } from '../lib/low-data.ts';

/** Shows the size of the file to which a link leads. Shown in low-data mode only. */
export function FileSize({ url }: { url: string }) {
  const lowData = useLowData();
  return lowData ? <lowData.FileSize url={url} /> : null;
}
