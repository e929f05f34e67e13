import { lowDataCookie, sparesData } from '../../../contract/low-data.ts';
import type { LowData } from '../../lib/low-data.ts';
import { wantsLessData } from '../save-ahead.ts';

const yearInSeconds = 31_536_000;

/** Whether this page spares data: as the server drew it, else by the visitor's choice or the browser's word. */
export function isSparing(): boolean {
  if ('$_TSR' in window) return 'lowData' in document.documentElement.dataset;
  return sparesData(document.cookie, wantsLessData(navigator));
}

/** How the page is drawn anew when the choice changes; bound once by who draws it. */
export const drawn: { by: (lowData: LowData | null) => void } = { by: () => {} };

/** Keeps the choice on this device. */
export function keepChoice(isOn: boolean): void {
  const cookie = `${lowDataCookie}=${isOn ? 'on' : 'off'}; path=/; max-age=${yearInSeconds}; samesite=lax`;
  // The Cookie Store is not in every browser yet.
  Object.assign(document, { cookie });
}
