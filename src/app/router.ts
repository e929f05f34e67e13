import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { type ComponentType, createElement, Suspense } from 'react';
import { routeTree } from '../routeTree.gen.ts';

/**
 * `NotFound`: component for unknown paths; in the browser it is loaded lazily. `nonce`: set on the inline scripts of a
 * server-rendered page. `onCatch`: called with errors that a route's error boundary caught.
 */
type RouterOptions = { NotFound: ComponentType; nonce?: string; onCatch?: (error: unknown) => void };

/**
 * Creates the app's router: one for each page load in the browser, and one for each rendering on the server.
 * `dehydrate` puts the data of the page's queries into the HTML, and `hydrate` reads it in the browser.
 */
export function createAppRouter(queryClient: QueryClient, options: RouterOptions) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(options.nonce ? { ssr: { nonce: options.nonce } } : {}),
    // The server renders this Suspense boundary although `NotFound` is not lazy there, because hydration needs the same
    // boundaries on both sides.
    defaultNotFoundComponent: () => createElement(Suspense, { fallback: null }, createElement(options.NotFound)),
    ...(options.onCatch ? { defaultOnCatch: options.onCatch } : {}),
    dehydrate: () => ({ queries: JSON.stringify(dehydrate(queryClient)) }),
    hydrate: (state: { queries: string }) => hydrate(queryClient, JSON.parse(state.queries)),
    scrollRestoration: true,
    defaultPreload: 'intent',
    // TanStack Query decides whether data is fresh, not the router.
    defaultPreloadStaleTime: 0,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
