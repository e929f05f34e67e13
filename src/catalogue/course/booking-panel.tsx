import type { ReactNode } from 'react';
import type { Course } from '../../../contract/course.ts';
import { paths } from '../../../contract/pages.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { ActionLink } from '../../ui/links/action-link.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import { gstNote } from '../course-layout.ts';
import { NextBatch } from '../next-batch.tsx';
import { nextBookable } from '../upcoming-batches.ts';
import { CourseAsOf } from './course-as-of.tsx';
import classes from './course-page.module.css';
import { CourseTools } from './course-tools.tsx';

/** Book Online with this course and the batch that the page names as the next one. */
function bookingAddress({ id, batches = [] }: Course, today: string): string {
  const next = nextBookable(batches, today);
  return `${paths.bookOnline}?course=${id}${next ? `&batch=${next.id}` : ''}`;
}

type BookingPanelProps = { course: Course; today: string; picture?: ReactNode };

/** Panel with the price, duration, next batch and booking button of a course. Sticky on wide screens. */
export function BookingPanel({ course, today, picture }: BookingPanelProps) {
  return (
    <aside className={`panel ruled ${classes.panel}`} aria-label="Booking">
      {picture}
      <div className="stack gap-3 p-4">
        <PriceTag price={course.price ?? { main: course.total_fee }} note={gstNote(course)} isLarge isPayable />
        <CourseAsOf courseId={course.id} />
        <dl className="stack gap-2 small terms-tiny">
          <div>
            <dt>Duration</dt>
            <dd className="ink medium">{formatDuration(course.duration, course.duration_unit)}</dd>
          </div>
          <div>
            <dt>Next batch</dt>
            <dd className="ink medium">
              <NextBatch batches={course.batches ?? []} today={today} />
            </dd>
          </div>
        </dl>
        <div className={`screen-only ${classes.action}`}>
          <ActionLink href={bookingAddress(course, today)} isWide>
            Book this course
          </ActionLink>
        </div>
        <CourseTools course={course} />
      </div>
    </aside>
  );
}

/** Strip with the price and booking button of a course. On phones, it stays above the bottom bar. */
export function BookingStrip({ course, today }: { course: Course; today: string }) {
  const price = course.price ?? { main: course.total_fee };
  return (
    <div className={`screen-only row wrap middle between gap-x-4 surface ${classes.strip}`} data-sticky-action>
      <div className={`stack tiny ${classes.brief}`}>
        {/* The panel above names hostel and instalments; here they would take a line of a phone's screen. */}
        <PriceTag price={{ ...price, note: undefined }} note={gstNote(course)} isBrief />
        <NextBatch batches={course.batches ?? []} today={today} />
      </div>
      <ActionLink href={bookingAddress(course, today)}>Book this course</ActionLink>
    </div>
  );
}
