import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { type ComponentType, createElement, Suspense } from 'react';
import { routeTree } from '../routeTree.gen.ts';

/** `NotFound` is what an unknown path shows: there at once on the server, loaded when wanted in the browser. `nonce` marks the inline scripts of a rendered page; `onCatch` hears errors that a page's boundary caught. */
type RouterOptions = { NotFound: ComponentType; nonce?: string; onCatch?: (error: unknown) => void };

/** The router of one page or one server rendering; what its queries fetched travels with the HTML. */
export function createAppRouter(queryClient: QueryClient, options: RouterOptions) {
  return createRouter({
    routeTree,
    context: { queryClient },
    ...(options.nonce ? { ssr: { nonce: options.nonce } } : {}),
    // Both ends draw the boundary, so that the browser can take over what the server has drawn in it.
    defaultNotFoundComponent: () => createElement(Suspense, { fallback: null }, createElement(options.NotFound)),
    ...(options.onCatch ? { defaultOnCatch: options.onCatch } : {}),
    dehydrate: () => ({ queries: JSON.stringify(dehydrate(queryClient)) }),
    hydrate: (state: { queries: string }) => hydrate(queryClient, JSON.parse(state.queries)),
    scrollRestoration: true,
    defaultPreload: 'intent',
    // Freshness is Query's affair, not the router's.
    defaultPreloadStaleTime: 0,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
