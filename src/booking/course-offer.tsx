import { memo, useEffect, useMemo, useRef } from 'react';
import { coursePath } from '../../contract/pages.ts';
import { formatDuration } from '../lib/format.ts';
import { CoursePicture } from '../ui/course-picture.tsx';
import { PlainLink } from '../ui/plain-link.tsx';
import { PriceTag } from '../ui/price-tag.tsx';
import { CallNote } from './add-notes.tsx';
import { batchChoices } from './batch-choices.ts';
import type { BookingDesk, WaitingAdd } from './booking-desk.ts';
import { CourseAdd } from './course-add.tsx';
import { useForeignKey } from './foreign-key.ts';
import classes from './offer.module.css';
import type { OfferedCourse } from './offer-groups.ts';

type CourseOfferProps = {
  course: OfferedCourse;
  /** Sent here by its own page. */
  isSought: boolean;
  preferredBatch?: number | undefined;
  isInCart: boolean;
  waiting?: WaitingAdd | undefined;
  desk: BookingDesk;
};

/** Card of an individual course (document 1, section 2 "Book Online"). */
export const CourseOffer = memo(function CourseOffer({ course, isSought, desk, ...adding }: CourseOfferProps) {
  const { id, course_name: name, batches } = course;
  const choices = useMemo(() => batchChoices(batches, desk.today), [batches, desk.today]);
  const foreignKey = useForeignKey(adding.waiting?.key, desk.ownKeys);
  const href = coursePath(course);
  const cardRef = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isSought) return;
    // After the router has put the new page at its top.
    const timer = setTimeout(() => cardRef.current?.scrollIntoView({ block: 'center' }));
    return () => clearTimeout(timer);
  }, [isSought]);
  return (
    <li ref={cardRef} className={classes.card} data-sought={isSought || undefined}>
      <div className={classes.picture}>
        <CoursePicture url={course.featured_image_url} name={name} sizes="12rem" />
      </div>
      <div className={classes.words}>
        <h3>{name}</h3>
        <p className={classes.facts}>
          {formatDuration(course.duration, course.duration_unit)}
          <PriceTag price={course.price ?? { main: course.total_fee }} />
        </p>
        <p className={classes.links}>
          <PlainLink href={href}>
            Details <span className="visually-hidden">of {name}</span>
          </PlainLink>
          <PlainLink href={`${href}?tab=eligibility`}>
            Eligibility <span className="visually-hidden">for {name}</span>
          </PlainLink>
        </p>
      </div>
      {choices.length > 0 ? (
        <CourseAdd
          key={foreignKey ?? 'own'}
          course={{ id, name }}
          batches={choices}
          foreignKey={foreignKey}
          desk={desk}
          {...adding}
        />
      ) : (
        <CallNote text="Batches are yet to be scheduled" phone={desk.phone} />
      )}
    </li>
  );
});
