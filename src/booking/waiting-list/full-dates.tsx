import { type ReactNode, Suspense, useState } from 'react';
import type { BookingGroup, CoursePackage } from '../../../contract/booking.ts';
import { fullBatches, upcomingBatches } from '../../catalogue/upcoming-batches.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { Icon } from '../../ui/icons.tsx';
import type { BookingContext } from '../booking-context.ts';
import classes from '../booking-page.module.css';

const CourseDates = lazyPart(async () => ({
  default: (await import('./course-waiting-dates.tsx')).CourseWaitingDates,
}));
const PackageDates = lazyPart(async () => ({
  default: (await import('./package-waiting-dates.tsx')).PackageWaitingDates,
}));

/** A disclosure that loads its content, including the script for it, when it is opened. */
function Disclosure({
  label,
  isOpenAtFirst,
  children,
}: {
  label: string;
  isOpenAtFirst: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      // If the student opened the `<details>` before hydration, its `toggle` event was lost, so look at its state.
      ref={(element) => {
        if (element?.open) setOpen(true);
      }}
      className={`no-marker ${classes.courses}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {label}
        <Icon name="chevronDown" size={18} className={classes.packageMark} />
      </summary>
      {isOpen ? (
        <div className={classes.fullDates}>
          <Suspense fallback={<p className="soft small">Loading…</p>}>{children}</Suspense>
        </div>
      ) : null}
    </details>
  );
}

type CourseProps = {
  course: BookingGroup['courses'][number];
  preferredBatch: number | undefined;
  booking: BookingContext;
};

/**
 * Offers the waiting lists of a course's full batches. The disclosure is open at first if the student came to join one
 * of these lists.
 */
export function CourseFullDates({ course, preferredBatch, booking }: CourseProps) {
  const full = fullBatches(course.batches, booking.today);
  if (full.length === 0) return null;
  return (
    <Disclosure
      label={`Waiting list for ${full.length} full ${full.length === 1 ? 'date' : 'dates'}`}
      isOpenAtFirst={full.some(({ id }) => id === preferredBatch)}
    >
      <CourseDates course={course} batches={full} booking={booking} />
    </Disclosure>
  );
}

/**
 * Offers the waiting list of a package. Shown if some of the package's batches are full, and each of its courses has an
 * open batch, full or not.
 */
export function PackageFullDates({ offer, booking }: { offer: CoursePackage; booking: BookingContext }) {
  const { today } = booking;
  const open = offer.courses.map(({ batches }) =>
    upcomingBatches(batches, today).filter((one) => one.status === 'open'),
  );
  const isFull = offer.courses.some(({ batches }) => fullBatches(batches, today).length > 0);
  if (!isFull || open.some((batches) => batches.length === 0)) return null;
  return (
    <Disclosure label="Wait for full dates" isOpenAtFirst={false}>
      <PackageDates offer={offer} booking={booking} />
    </Disclosure>
  );
}
