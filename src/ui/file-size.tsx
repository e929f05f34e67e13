import { useLowData } from '../lib/low-data.ts';

/** Size of the file that a link opens. Shown in data saver mode only. */
export function FileSize({ url }: { url: string }) {
  const lowData = useLowData();
  return lowData ? <lowData.FileSize url={url} /> : null;
}
