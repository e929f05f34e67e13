import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../auth/use-session.ts';
import { contentQueries } from '../content/content.queries.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { SiteFrame } from '../site/site-frame.tsx';

// Only who is signed in has a cart and changes that wait, so a stranger's page does not load them.
const CartCount = lazy(() => import('../cart/cart-count.tsx').then((module) => ({ default: module.CartCount })));
const WaitingChanges = lazy(() =>
  import('../offline/waiting-changes.tsx').then((module) => ({ default: module.WaitingChanges })),
);

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
  errorComponent: FailedPage,
});

function RootLayout() {
  const { status, student } = useSession();
  const [cartCount, setCartCount] = useState<number | null>(null);
  return (
    <>
      <HeadContent />
      <SiteFrame
        student={
          student
            ? { status: 'signedIn', name: student.name, image: student.image }
            : { status: status === 'unknown' ? 'unknown' : 'signedOut' }
        }
        cartCount={student ? cartCount : null}
        waiting={
          student ? (
            <Suspense fallback={null}>
              <WaitingChanges user={student.id} />
              <CartCount key={student.id} studentId={student.id} onCount={setCartCount} />
            </Suspense>
          ) : null
        }
      >
        <Outlet />
      </SiteFrame>
    </>
  );
}
