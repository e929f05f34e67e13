import { paths } from '../../contract/pages.ts';
import { deviceStorage } from '../offline/subject.ts';

/** The browser's own offer to install, held back until its time (Chromium; not yet in TypeScript's DOM). */
export type InstallPromptEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

// Nothing personal: who signs out is asked no more often for it.
const mark = 'landfall-first-visit';
const oneVisit = 1_800_000;

/** The offer that was held back, and who waits for it. */
export const installPrompt: { event: InstallPromptEvent | null; tell: () => void } = { event: null, tell: () => {} };

/** Holds the browser's offer back. Early: it comes once a page. */
export function keepInstallPrompt(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.event = event as InstallPromptEvent;
    installPrompt.tell();
  });
}

/** Whether the site has shown its worth: on a visit after the first (ms), or with a booking. */
export function isInstallTime(now: number, pathname: string): boolean {
  const storage = deviceStorage();
  const first = Number(storage?.getItem(mark) ?? now);
  if (first === now) storage?.setItem(mark, String(now));
  return now - first > oneVisit || pathname.startsWith(paths.checkoutConfirmation);
}
