import type { ReactNode } from 'react';
import type { Course } from '../../../contract/course.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { PriceTag } from '../../ui/price-tag.tsx';
import { gstNote } from '../course-layout.ts';
import { NextBatch } from '../next-batch.tsx';
import { nextBookable } from '../upcoming-batches.ts';
import { BookLink } from './book-link.tsx';
import { CourseAsOf } from './course-as-of.tsx';
import classes from './course-page.module.css';
import { CourseTools } from './course-tools.tsx';

/** The link that books the course in its next bookable batch. */
function BookCourse({ course, today, isWide }: { course: Course; today: string; isWide?: boolean | undefined }) {
  return (
    <BookLink key={course.id} courseId={course.id} batch={nextBookable(course.batches ?? [], today)} isWide={isWide}>
      Book this course
    </BookLink>
  );
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
          <BookCourse course={course} today={today} isWide />
        </div>
        <CourseTools course={course} />
      </div>
    </aside>
  );
}

/** Strip with the price and booking button of a course. On phones, it stays above the bottom bar. */
export function BookingStrip({ course, today }: { course: Course; today: string }) {
  const price = course.price ?? { main: course.total_fee };
  // A price with remarks takes a line of its own, so that the strip stays low on a small phone.
  const hasRemarks = price.by_year || price.note;
  return (
    <div
      className={`screen-only row wrap middle between gap-x-4 surface ${classes.strip} ${hasRemarks ? classes.tall : ''}`}
      data-sticky-action
    >
      <div className={`stack tiny ${classes.brief}`}>
        <PriceTag price={price} note={gstNote(course)} isBrief isPayable />
        <NextBatch batches={course.batches ?? []} today={today} />
      </div>
      <BookCourse course={course} today={today} />
    </div>
  );
}
