/// <reference lib="webworker" />
import { markerHeader } from '../contract/headers.ts';
import { paths } from '../contract/pages.ts';
import { openStore } from '../src/offline/saved/open-store.ts';
import { returnTag } from '../src/offline/worker-messages.ts';

type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'navigator'>;

/**
 * The notification contains no name, course or price, because other people may see it. It does not say that nothing was
 * ordered: the saved checkout may be an order whose response was lost.
 */
const title = 'You can continue your booking';
const body = 'The connection is back.';

// The URL of the API call is written here, because importing the contract's endpoint object would add zod to the
// worker's bundle.
const healthUrl = '/api/health';

// Open the device store here, because importing it from the page's code (src/offline/saved/device-store.ts) would add
// zod to the worker's bundle.
const deviceRecords = openStore('landfall-queries', 'queries');

/**
 * Whether a checkout is saved on the device. The saved checkout is deleted at sign-out and once the booking is
 * confirmed.
 */
function hasSavedCheckout(): Promise<boolean> {
  return deviceRecords('readonly', (records) => {
    const request = records.getAllKeys();
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result.some((key) => String(key).includes('-["checkout",')));
      request.onerror = () => reject(request.error);
    });
  });
}

const pagesOf = (worker: Worker) => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Shows a notification that the paused booking can continue, if the student has allowed notifications. Does nothing if
 * the booking is no longer saved, or if a page of the site is visible, which then says the same. Rejects if our server
 * does not respond, so that the browser tries again later.
 */
export async function notifyBookingReady(worker: Worker): Promise<void> {
  if (!(await hasSavedCheckout())) return;
  // Do not follow a redirect: only a captive portal redirects the health check, to its page on another site.
  const response = await fetch(healthUrl, { cache: 'no-store', redirect: 'manual' });
  if (!response.headers.has(markerHeader)) throw new Error('The response is not from our server');
  if (Notification.permission !== 'granted') return;
  if ((await pagesOf(worker)).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, { body, tag: returnTag, icon: '/icons/icon-192.png' });
  if ('setAppBadge' in worker.navigator) await worker.navigator.setAppBadge(1).catch(() => {});
}

/**
 * Focuses an open page of the site, or opens the cart if there is none. The page shows a notice with a link that
 * continues the booking.
 */
export async function openBooking(worker: Worker, notification: Notification): Promise<void> {
  notification.close();
  const [page] = await pagesOf(worker);
  if (!page) return void (await worker.clients.openWindow(paths.cart));
  await page.focus();
}
