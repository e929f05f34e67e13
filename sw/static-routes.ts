/** A rule of static routing in the Service Worker API (Chromium only; not in TypeScript's types yet). */
type Route = {
  condition: { requestMode: 'navigate' } | { urlPattern: string };
  source: 'fetch-event' | 'network' | { cacheName: string };
};
type RoutingEvent = { addRoutes?: (routes: Route[]) => Promise<void> };

/** The URL of `getHealth`. It is written here, because importing the endpoint object would add zod to the worker. */
const healthUrl = '/api/health';

/**
 * Tells the browser where responses come from (decision 68, "Declare static routes in the service worker").
 * - Pages always come from the worker. Without this rule, Chromium also requests the page from the server while it
 *   starts the worker, which wastes 100 KB.
 * - Health requests go to the network without starting the worker. Every visible page sends one each 30 seconds. These
 *   requests would keep the worker running, because Chromium stops a worker only after 30 seconds without an event, and
 *   a new version of the worker may have to wait until the old one stops.
 * - Assets come from the cache `cacheName` without starting the worker, or from the network if the cache lacks them. If
 *   `cacheName` is null, assets come from the worker.
 */
export function addRoutes(event: ExtendableEvent & RoutingEvent, cacheName: string | null): void {
  const routes: Route[] = [
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: healthUrl }, source: 'network' },
  ];
  if (cacheName) routes.push({ condition: { urlPattern: '/assets/*' }, source: { cacheName } });
  // Ignore the error: a browser that rejects the static routes works without them.
  event.addRoutes?.(routes).catch(() => {});
}
