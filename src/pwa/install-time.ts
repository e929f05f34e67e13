import { paths } from '../../contract/pages.ts';
import { deviceStorage, setDeviceItem } from '../offline/session/subject.ts';

/** The browser's install prompt (Chromium only, not in TypeScript's DOM types yet). */
type InstallPromptEvent = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

// The time of the first visit is not personal, so it may stay after signing out, which removes only keys that start
// with `landfall:`.
const storageKey = 'landfall-first-visit';
const visitMs = 1_800_000;

/**
 * The browser's deferred install prompt; null while the browser offers none. `onChange` is called when the browser
 * offers one.
 */
export const installPrompt: { event: InstallPromptEvent | null; onChange: () => void } = {
  event: null,
  onChange: () => {},
};

/**
 * Defers the browser's install prompt. Call it early: the browser fires the event `beforeinstallprompt` only once per
 * page.
 */
export function deferInstallPrompt(page: Window): void {
  page.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.event = event as InstallPromptEvent;
    installPrompt.onChange();
  });
}

/**
 * Whether to offer the installation: only more than half an hour after the first visit, or after a booking. `now`: ms
 * since the epoch.
 */
export function isInstallTime(now: number, pathname: string): boolean {
  const first = Number(deviceStorage()?.getItem(storageKey) ?? now);
  if (first === now) setDeviceItem(storageKey, String(now));
  return now - first > visitMs || pathname.startsWith(paths.checkoutConfirmation);
}
