import { lowDataCookie, sparesData } from '../../../contract/low-data.ts';
import type { LowData } from '../../lib/low-data.ts';
import { wantsLessData } from '../saved/save-ahead.ts';

const yearInSeconds = 31_536_000;

/** Whether this page uses low-data mode: as the server rendered it, else by the visitor's choice or the browser's data saver. */
export function isLowDataMode(): boolean {
  if ('$_TSR' in window) return 'lowData' in document.documentElement.dataset;
  return sparesData(document.cookie, wantsLessData(navigator));
}

/** Renders the page again when low-data mode is switched on or off. `main.tsx` sets the function. */
export const pageRenderer: { render: (lowData: LowData | null) => void } = { render: () => {} };

/** Saves the choice on this device. */
export function saveLowDataChoice(isOn: boolean): void {
  const cookie = `${lowDataCookie}=${isOn ? 'on' : 'off'}; path=/; max-age=${yearInSeconds}; samesite=lax`;
  // Not every browser has the Cookie Store API yet.
  Object.assign(document, { cookie });
}
