import { memo, useMemo } from 'react';
import type { CoursePackage } from '../../contract/booking.ts';
import { formatDuration } from '../lib/format.ts';
import { CoursePicture } from '../ui/course-picture.tsx';
import { PriceTag } from '../ui/price-tag.tsx';
import { batchChoices } from './batch-choices.ts';
import type { BookingDesk, WaitingAdd } from './booking-desk.ts';
import { useForeignKey } from './foreign-key.ts';
import classes from './offer.module.css';
import { PackageAdd, type PackagePart } from './package-add.tsx';

type PackageOfferProps = {
  offer: CoursePackage;
  isInCart: boolean;
  /** Courses of the package that the cart has already, on their own or in another package. */
  coursesInCart: ReadonlySet<number>;
  waiting?: WaitingAdd | undefined;
  desk: BookingDesk;
};

/** Card of a package (document 1, section 2 "Book Online"). */
export const PackageOffer = memo(function PackageOffer({ offer, desk, waiting, ...cart }: PackageOfferProps) {
  const { package_name: name, courses } = offer;
  const parts = useMemo(
    (): PackagePart[] =>
      courses.map(({ id, course_name, batches }) => ({
        id,
        name: course_name,
        batches: batchChoices(batches, desk.today),
      })),
    [courses, desk.today],
  );
  const foreignKey = useForeignKey(waiting?.key, desk.ownKeys);
  return (
    <li className={classes.card} data-kind="package">
      <div className={classes.picture}>
        <CoursePicture url={offer.featured_image_url} name={name} sizes="12rem" />
      </div>
      <div className={classes.words}>
        <h3>{name}</h3>
        <p className={classes.facts}>
          {courses.length} {courses.length === 1 ? 'course' : 'courses'}
          <span>{formatDuration(offer.duration, offer.duration_unit)}</span>
          <PriceTag price={offer.price} />
        </p>
        <p className={classes.description}>{offer.description}</p>
      </div>
      <PackageAdd
        key={foreignKey ?? 'own'}
        offer={{ id: offer.id, name }}
        parts={parts}
        waiting={waiting}
        foreignKey={foreignKey}
        desk={desk}
        {...cart}
      />
    </li>
  );
});
