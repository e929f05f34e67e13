/// <reference lib="webworker" />
import { markerHeader } from '../contract/headers.ts';
import { paths } from '../contract/pages.ts';
import { returnTag } from '../src/offline/worker-messages.ts';

type Worker = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients' | 'navigator'>;

/** Others may read it over a shoulder: no name, no course, no price. */
const title = 'Your booking can go on';
const body = 'The connection is back. Nothing was ordered meanwhile.';

// The contract's own object would bring the whole validator into the worker.
const healthAddress = '/api/health';

const pagesOf = (worker: Worker) => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });

/**
 * Tells a student who agreed that the booking which waited can go on; whoever looks at a page sees it there. Where our server
 * does not answer it fails, so that the browser tries again later.
 */
export async function tellOfReturn(worker: Worker): Promise<void> {
  const response = await fetch(healthAddress, { cache: 'no-store' });
  if (!response.headers.has(markerHeader)) throw new Error('Not an answer of our server');
  if (Notification.permission !== 'granted') return;
  if ((await pagesOf(worker)).some(({ visibilityState }) => visibilityState === 'visible')) return;
  await worker.registration.showNotification(title, { body, tag: returnTag, icon: '/icons/icon-192.png' });
  if ('setAppBadge' in worker.navigator) await worker.navigator.setAppBadge(1).catch(() => {});
}

/** Opens the cart, on which a notice leads to where the booking stood. */
export async function openBooking(worker: Worker, notification: Notification): Promise<void> {
  notification.close();
  const [page] = await pagesOf(worker);
  if (!page) return void (await worker.clients.openWindow(paths.cart));
  await page.focus();
}
