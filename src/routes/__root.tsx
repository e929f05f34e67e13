import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { contentQueries } from '../content/content.queries.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { NotFoundPage } from '../site/not-found-page.tsx';
import { SiteFrame } from '../site/site-frame.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queryClient } }) => {
    const frame = [
      queryClient.prefetchQuery(contentQueries.header()),
      queryClient.prefetchQuery(contentQueries.footer()),
    ];
    // In the browser a page does not wait for its frame.
    if (import.meta.env.SSR) await Promise.all(frame);
  },
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedPage,
});

function RootLayout() {
  return (
    <>
      <HeadContent />
      <SiteFrame student={{ status: 'unknown' }} cartCount={null}>
        <Outlet />
      </SiteFrame>
    </>
  );
}
