import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useSession } from '../auth/use-session.ts';
import { contentQueries } from '../content/content.queries.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { waitingMark } from '../offline/waiting-mark.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { SiteFrame } from '../site/site-frame.tsx';

// Only who is signed in has a cart, and few others have something waiting, so a stranger's page does not load them.
const StudentStrip = lazy(() =>
  import('../checkout/student-strip.tsx').then((module) => ({ default: module.StudentStrip })),
);
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
  const isWaiting = useSyncExternalStore(waitingMark.subscribe, waitingMark.isSet, () => false);
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
          student || isWaiting ? (
            <Suspense fallback={null}>
              <WaitingChanges user={student?.id ?? null} />
              {student ? <StudentStrip key={student.id} studentId={student.id} onCount={setCartCount} /> : null}
            </Suspense>
          ) : null
        }
      >
        <Outlet />
      </SiteFrame>
    </>
  );
}
