import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { paths } from '../../contract/pages.ts';
import type { CoursePageBookingProps } from '../booking/in-place/course-page-booking.tsx';
import { CartCount } from '../cart/cart-count.tsx';
import { useSavePricesWhenAdded } from '../cart/price-when-added.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { useWaitingChanges } from '../offline/outbox/list/use-waiting-changes.ts';
import { deviceStore } from '../offline/saved/device-store.ts';
import { checkoutName } from './resume/checkout-name.ts';

const CoursePageBooking = lazyPart(async () => ({
  default: (await import('../booking/in-place/course-page-booking.tsx')).CoursePageBooking,
}));
const ResumeNotice = lazyPart(async () => ({ default: (await import('./resume/resume-notice.tsx')).ResumeNotice }));

/**
 * Whether the student may have an unfinished booking: one was saved on the device, or the student has opened checkout.
 */
function useMayResume(studentId: string): boolean {
  const hasCheckout = useRouterState({
    select: ({ location }) => location.pathname.startsWith(`${paths.bookOnline}/checkout`),
  });
  const [mayResume, setMayResume] = useState(hasCheckout);
  if (hasCheckout && !mayResume) setMayResume(true);
  useEffect(() => {
    let isCurrent = true;
    void deviceStore.get(studentId, checkoutName(studentId)).then((saved) => {
      if (isCurrent && saved !== undefined && saved !== null) setMayResume(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [studentId]);
  return mayResume;
}

type StudentBookingStatusProps = {
  studentId: string;
  onCount: (count: number | null) => void;
  onCourseBooking: CoursePageBookingProps['onChange'];
};

/**
 * Runs on every page of a signed-in student. Counts the items of the cart for the badge in the header and saves the
 * prices of queued adds. On a course page, loads the script by which the student can book without leaving the page. If
 * a booking may be unfinished, loads the notice that offers to continue it.
 */
export function StudentBookingStatus({ studentId, onCount, onCourseBooking }: StudentBookingStatusProps) {
  const mayResume = useMayResume(studentId);
  const isCoursePage = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/course-booking/$title'),
  });
  useSavePricesWhenAdded(studentId, useWaitingChanges(studentId));
  return (
    <>
      <CartCount studentId={studentId} onCount={onCount} />
      {isCoursePage ? (
        <Suspense fallback={null}>
          <CoursePageBooking studentId={studentId} onChange={onCourseBooking} />
        </Suspense>
      ) : null}
      {mayResume ? (
        <Suspense fallback={null}>
          <ResumeNotice studentId={studentId} />
        </Suspense>
      ) : null}
    </>
  );
}
