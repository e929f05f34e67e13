import '../../ui/controls.css';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import type { Brand } from '../../../contract/content.ts';
import type { Enrolment } from '../../../contract/enrolments.ts';
import { joiningInstructions } from '../../../contract/joining.ts';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/pages.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadFailed } from '../../offline/load-failed.tsx';
import { BookingActions, EmailedTo } from '../../student/courses/booking-actions.tsx';
import { enrolmentQueries } from '../../student/courses/enrolment.queries.ts';
import { JoiningFacts } from '../../student/courses/joining-facts.tsx';
import { MissingDocumentsNotice } from '../../student/courses/missing-documents-notice.tsx';
import { studentTabPath } from '../../student/student-area-address.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PageLink } from '../../ui/links/page-link.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/messages/skeleton.tsx';
import { CancelledBatches } from '../payment/payment-status.tsx';
import classes from './booking-pass.module.css';
import { BookingPass } from './booking-pass.tsx';

const PushOffer = lazyPart(async () => ({
  default: (await import('../../student/notifications/push-offer.tsx')).PushOffer,
}));

/**
 * The kinds of joining instructions that the booking pass shows. How to get there and where to stay is shown only in My
 * Courses.
 */
const shownOnPass = new Set(['Report', 'Place', 'Prepare', 'Wear', 'Bring']);

/**
 * Buttons that add the booking to a calendar, share it and print it. Only printing works without `courses`, which is
 * empty if the order's courses could not be loaded.
 */
function Actions({ order, courses }: { order: Order; courses: readonly Enrolment[] }) {
  return (
    <div className="row wrap gap-3">
      {courses.length > 0 ? (
        <BookingActions courses={courses} orderId={order.order_id} fileName={order.order_id} />
      ) : null}
      <Button variant="outline" onClick={() => window.print()}>
        Print
      </Button>
    </div>
  );
}

type ConfirmedBookingProps = {
  order: Order;
  studentId: string;
  studentName: string;
  brand: Brand | null;
  phone: string | null;
};

/**
 * A booked order: the pass with when and where to report, a notice of documents that are missing, and buttons to print
 * and share the booking.
 */
export function ConfirmedBooking({ order, studentId, studentName, brand, phone }: ConfirmedBookingProps) {
  const { data, isError, isFetching, refetch } = useQuery(enrolmentQueries.list(studentId));
  const booked = data?.filter(({ order_id }) => order_id === order.order_id) ?? [];
  const cancelled = booked.filter((course) => course.cancelled);
  const courses = booked.filter((course) => !course.cancelled);
  const isLoading = courses.length === 0 && isFetching;
  let joining: ReactNode;
  if (courses.length > 0)
    joining = <JoiningFacts groups={joiningInstructions(courses).filter(({ name }) => shownOnPass.has(name))} />;
  else if (isLoading)
    joining = (
      <SkeletonGroup label="Joining instructions are loading" className="stack gap-2-5">
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="6rem" />
      </SkeletonGroup>
    );
  else if (isError)
    joining = (
      <LoadFailed
        message="When and where to report could not be loaded."
        onRetry={() => void refetch()}
        phone={phone}
      />
    );
  else joining = brand?.address;

  return (
    <div className={`stack single gap-6 ${classes.confirmed}`}>
      {cancelled.length > 0 ? <CancelledBatches courses={cancelled} /> : null}
      <BookingPass
        order={order}
        studentName={studentName}
        brand={brand}
        cancelledCourseIds={cancelled.map(({ course_id }) => course_id)}
      >
        {joining}
      </BookingPass>
      <section className={`stack left gap-5 screen-only ${classes.actions}`} aria-label="Before your first day">
        <EmailedTo email={order.confirmation_email} />
        {/* The list of missing documents appears once the courses are loaded. Show the buttons below it only then. */}
        {isLoading ? (
          <Skeleton height="24rem" />
        ) : (
          <>
            <MissingDocumentsNotice courses={courses} />
            <Actions order={order} courses={courses} />
            <p>
              How to get there and where to stay: <PageLink href={studentTabPath('courses')}>My Courses</PageLink>
            </p>
            <ActionLink href={paths.profile}>Student profile</ActionLink>
            {/* The offer of push messages is last, because its script loads later and would move what is below it. */}
            <Suspense>
              <PushOffer studentId={studentId} kind="batch" />
            </Suspense>
          </>
        )}
      </section>
    </div>
  );
}
