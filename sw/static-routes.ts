/** Static routing of the Service Worker API (Chromium; not yet in TypeScript's types). */
type Route = {
  condition: { requestMode: 'navigate' } | { urlPattern: string };
  source: 'fetch-event' | { cacheName: string };
};
type RoutingEvent = { addRoutes?: (routes: Route[]) => Promise<void> };

/**
 * Declares where responses come from. Pages always come from the worker's shell: otherwise Chromium also requests the page from
 * the server while it starts the worker, which wastes 100 KB. Assets of the release come from the cache `cacheName` without
 * starting the worker, or from the network if they are not in it. If it is null, the worker responds to them.
 */
export function addRoutes(event: ExtendableEvent & RoutingEvent, cacheName: string | null): void {
  const routes: Route[] = [{ condition: { requestMode: 'navigate' }, source: 'fetch-event' }];
  if (cacheName) routes.push({ condition: { urlPattern: '/assets/*' }, source: { cacheName } });
  // A browser that rejects the routes works without them.
  event.addRoutes?.(routes).catch(() => {});
}
