/** Static routing of the Service Worker API (Chromium; not yet in TypeScript's types). */
type Route = {
  condition: { requestMode: 'navigate' } | { urlPattern: string };
  source: 'fetch-event' | { cacheName: string };
};
type RoutingEvent = { addRoutes?: (routes: Route[]) => Promise<void> };

/**
 * Says ahead where answers come from. A page is the worker's shell: Chromium else asks the server as well while a worker
 * wakes up, 100 KB over a satellite for nothing. The release's own parts need no worker awake, and come from `cacheName` or,
 * where it has none, from the network.
 */
export function addRoutes(event: ExtendableEvent & RoutingEvent, cacheName: string): void {
  const routes: Route[] = [
    { condition: { requestMode: 'navigate' }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName } },
  ];
  // A browser that knows other rules than these works as one that knows none.
  event.addRoutes?.(routes).catch(() => {});
}
