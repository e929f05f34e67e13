import { memo, useEffect, useMemo, useRef } from 'react';
import { coursePath } from '../../../contract/pages.ts';
import { NextBatch } from '../../catalogue/next-batch.tsx';
import { fullBatches } from '../../catalogue/upcoming-batches.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { PlainLink } from '../../ui/links/plain-link.tsx';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import { CallNote } from '../adding/add-notes.tsx';
import { CourseChoice } from '../adding/course-choice.tsx';
import { type BookingContext, useRestoredKey, type WaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { choosableBatches } from '../choosable-batches.ts';
import { CourseFullDates } from '../waiting-list/full-dates.tsx';
import type { OfferedCourse } from './offer-groups.ts';

type CourseOfferProps = {
  course: OfferedCourse;
  /** Whether the student came to Book Online from this course's page. */
  isHighlighted: boolean;
  preferredBatch?: number | undefined;
  isInCart: boolean;
  waiting?: WaitingAdd | undefined;
  booking: BookingContext;
};

/** Card of an individual course on Book Online. */
export const CourseOffer = memo(function CourseOffer({ course, isHighlighted, booking, ...adding }: CourseOfferProps) {
  const { id, course_name: name, batches } = course;
  const choices = useMemo(() => choosableBatches(batches, booking.today), [batches, booking.today]);
  const restoredKey = useRestoredKey(adding.waiting?.key, booking.ownKeys);
  const href = coursePath(course);
  const cardRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isHighlighted) return;
    // Before scrolling to this card, wait for the router, which first scrolls the new page to the top.
    const timer = setTimeout(() => cardRef.current?.scrollIntoView({ block: 'center' }));
    return () => clearTimeout(timer);
  }, [isHighlighted]);
  return (
    <li ref={cardRef} className={classes.card} data-highlighted={isHighlighted || undefined}>
      <div className={classes.picture}>
        <CoursePicture url={course.featured_image_url} name={name} sizes="12rem" />
      </div>
      <div className="stack packed shrink gap-1">
        <h3>{name}</h3>
        <p className="row wrap baseline gap-x-4 small">
          {formatDuration(course.duration, course.duration_unit)}
          <PriceTag price={course.price ?? { main: course.total_fee }} isPayable />
          <span className={`row gap-4 ${classes.links}`}>
            <PlainLink href={href}>
              Details <span className="visually-hidden">of {name}</span>
            </PlainLink>
            <PlainLink href={`${href}?tab=eligibility`}>
              Eligibility <span className="visually-hidden">for {name}</span>
            </PlainLink>
          </span>
        </p>
        {choices.length > 0 ? (
          <p className="row wrap baseline gap-2 small">
            <span className="soft">
              Next<span className="visually-hidden"> batch</span>
            </span>
            <NextBatch batches={choices} today={booking.today} />
          </p>
        ) : null}
        <CourseFullDates course={course} preferredBatch={adding.preferredBatch} booking={booking} />
      </div>
      {choices.length > 0 ? (
        <CourseChoice
          key={restoredKey ?? 'own'}
          course={{ id, name, prerequisites: course.prerequisites ?? [] }}
          batches={choices}
          restoredKey={restoredKey}
          booking={booking}
          {...adding}
        />
      ) : (
        <CallNote
          text={
            fullBatches(batches, booking.today).length > 0 ? 'All dates are full' : 'Batches are yet to be scheduled'
          }
          phone={booking.phone}
        />
      )}
    </li>
  );
});
