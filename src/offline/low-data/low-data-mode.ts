import { lowDataCookie, sparesData } from '../../../contract/low-data.ts';
import type { LowData } from '../../lib/low-data.ts';

const yearInSeconds = 31_536_000;

type Device = Navigator & { connection?: { saveData?: boolean } };

/** Whether the visitor has switched on the data saver of the browser or of the device. */
function wantsLessData({ connection }: Device): boolean {
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}

/**
 * Whether this page uses low-data mode. For a server-rendered page, the server has decided. For any other page, the
 * visitor's saved choice decides; without one, the browser's data saver.
 */
export function isLowDataMode(): boolean {
  if ('$_TSR' in window) return 'lowData' in document.documentElement.dataset;
  return sparesData(document.cookie, wantsLessData(navigator));
}

/** `main.tsx` sets `render`, which renders the page again when low-data mode is switched on or off. */
export const pageRenderer: { render: (lowData: LowData | null) => void } = { render: () => {} };

/** Saves on this device whether the visitor wants low-data mode. */
export function saveLowDataChoice(isOn: boolean): void {
  const cookie = `${lowDataCookie}=${isOn ? 'on' : 'off'}; path=/; max-age=${yearInSeconds}; samesite=lax`;
  // Set document.cookie, because not every browser has the Cookie Store API yet.
  Object.assign(document, { cookie });
}
