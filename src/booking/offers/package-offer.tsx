import { memo, useMemo } from 'react';
import type { CoursePackage } from '../../../contract/booking.ts';
import { formatDuration } from '../../lib/format/format.ts';
import { CoursePicture } from '../../ui/pictures/course-picture.tsx';
import { PriceTag } from '../../ui/price-tag.tsx';
import type { PackageCourse } from '../adding/package-add.tsx';
import { PackageChoice } from '../adding/package-choice.tsx';
import { type BookingContext, useRestoredKey, type WaitingAdd } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { choosableBatches } from '../choosable-batches.ts';
import { PackageFullDates } from '../waiting-list/full-dates.tsx';

type PackageOfferProps = {
  offer: CoursePackage;
  isInCart: boolean;
  /** Courses that are already in the cart, on their own or in another package. */
  coursesInCart: ReadonlySet<number>;
  waiting?: WaitingAdd | undefined;
  booking: BookingContext;
};

/** Card of a package on Book Online. */
export const PackageOffer = memo(function PackageOffer({ offer, booking, waiting, ...cart }: PackageOfferProps) {
  const { package_name: name, courses: offered } = offer;
  const courses = useMemo(
    (): PackageCourse[] =>
      offered.map(({ id, course_name, prerequisites = [], batches }) => ({
        id,
        name: course_name,
        prerequisites,
        batches: choosableBatches(batches, booking.today),
      })),
    [offered, booking.today],
  );
  const restoredKey = useRestoredKey(waiting?.key, booking.ownKeys);
  return (
    <li className={classes.card} data-kind="package">
      <div className={classes.picture}>
        <CoursePicture url={offer.featured_image_url} name={name} sizes="12rem" />
      </div>
      <div className="stack packed shrink gap-1">
        <h3>{name}</h3>
        <p className="row wrap baseline gap-x-4 small">
          {courses.length} {courses.length === 1 ? 'course' : 'courses'}
          <span>{formatDuration(offer.duration, offer.duration_unit)}</span>
          <PriceTag price={offer.price} />
        </p>
        <p className="soft small">{offer.description}</p>
        <PackageFullDates offer={offer} booking={booking} />
      </div>
      <PackageChoice
        key={restoredKey ?? 'own'}
        offer={{ id: offer.id, name }}
        courses={courses}
        waiting={waiting}
        restoredKey={restoredKey}
        booking={booking}
        {...cart}
      />
    </li>
  );
});
