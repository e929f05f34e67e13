import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { type ComponentType, createElement, Suspense } from 'react';
import { routeTree } from '../routeTree.gen.ts';

/**
 * `NotFound`: shown for unknown paths; in the browser a lazy component. `nonce`: set on the inline scripts of a server-rendered
 * page. `onCatch`: called with errors that a route's error boundary caught.
 */
type RouterOptions = { NotFound: ComponentType; nonce?: string; onCatch?: (error: unknown) => void };

/** The router of one page or one server rendering. The HTML carries the data of its queries (dehydrate, hydrate). */
export function createAppRouter(queryClient: QueryClient, options: RouterOptions) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(options.nonce ? { ssr: { nonce: options.nonce } } : {}),
    // For hydration, the browser must render the same Suspense boundary as the server.
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
