import { createRootRouteWithContext, HeadContent, Outlet } from '@tanstack/react-router';
import { type ContextType, Suspense, useState } from 'react';
import { useSession } from '../auth/session/use-session.ts';
import { CourseBookingContext } from '../catalogue/course/course-booking.ts';
import { contentQueries } from '../content/content.queries.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import type { RouterContext } from '../lib/router-context.ts';
import { useHasAnonymousForms } from '../offline/outbox/anonymous-flag.ts';
import { FailedPage } from '../site/failed-page.tsx';
import { SiteFrame } from '../site/site-frame.tsx';

// Load `StudentBookingStatus` and `WaitingSlot` lazily: only students have a cart, and few visitors have forms in the
// outbox.
const StudentBookingStatus = lazyPart(() =>
  import('../checkout/student-booking-status.tsx').then((module) => ({ default: module.StudentBookingStatus })),
);
const WaitingSlot = lazyPart(() =>
  import('../offline/outbox/list/waiting-slot.tsx').then((module) => ({ default: module.WaitingSlot })),
);

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queryClient } }) => {
    const frame = [
      queryClient.prefetchQuery(contentQueries.header()),
      queryClient.prefetchQuery(contentQueries.footer()),
    ];
    // Only the server waits for the contents of header and footer. In the browser, the page opens before they load.
    if (import.meta.env.SSR) await Promise.all(frame);
  },
  component: RootLayout,
  errorComponent: FailedPage,
});

function RootLayout() {
  const { status, student } = useSession();
  const [cartCount, setCartCount] = useState<number | null>(null);
  const [courseBooking, setCourseBooking] = useState<ContextType<typeof CourseBookingContext>>(null);
  const hasAnonymousForms = useHasAnonymousForms();
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
        outbox={
          student || hasAnonymousForms ? (
            <Suspense fallback={null}>
              <WaitingSlot user={student?.id ?? null} />
              {student ? (
                <StudentBookingStatus
                  key={student.id}
                  studentId={student.id}
                  onCount={setCartCount}
                  onCourseBooking={setCourseBooking}
                />
              ) : null}
            </Suspense>
          ) : null
        }
      >
        <CourseBookingContext value={courseBooking}>
          <Outlet />
        </CourseBookingContext>
      </SiteFrame>
    </>
  );
}
