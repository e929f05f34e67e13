import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { Batch } from '../../../contract/batch.ts';
import type { Course } from '../../../contract/course.ts';
import { coursePath } from '../../../contract/pages.ts';
import type { CartOutbox } from '../../cart/changes/cart-add-flow.ts';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import type { BookingPlace } from '../../catalogue/course/course-booking.ts';
import { courseQueries } from '../../catalogue/course.queries.ts';
import { useBrand } from '../../content/use-brand.ts';
import { academyDay } from '../../lib/format/format.ts';
import type { OutboxRow } from '../../offline/outbox/row.ts';
import { toPage } from '../../ui/links/page-link.tsx';
import { InCartNote } from '../adding/add-notes.tsx';
import type { CourseAdd } from '../adding/course-add.tsx';
import { useOnce, useRestoredFocus } from '../adding/take-over.ts';
import { findWaitingAdd, useRestoredKey } from '../booking-context.ts';
import classes from '../booking-page.module.css';
import { choosableBatches } from '../choosable-batches.ts';
import { useBooking } from '../use-booking.ts';
import inPlace from './in-place.module.css';
import { type BookingPlan, planBooking } from './plan-booking.ts';

type Deps = {
  studentId: string;
  isOnline: boolean;
  outbox: CartOutbox;
  /** The student's rows in the outbox. */
  waiting: readonly OutboxRow[];
};

/**
 * After the link is pressed, wait at most this many milliseconds for the script with the batch selector and the add
 * button. Its download begins when a pointer goes down on the link or the link gets the focus.
 */
const codeTimeoutMs = 10_000;

/** Loads the batch selector and add button of a course. @throws Error if their code does not arrive in time */
async function loadAdd(): Promise<typeof CourseAdd> {
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too slow')), codeTimeoutMs));
  return (await Promise.race([import('../adding/course-add.tsx'), timeout])).CourseAdd;
}

type PressedProps = Deps & { course: Course; batch: Batch; href: string };

/** Adds a batch to the cart. Shown in place of the booking link that was pressed. */
function Pressed({ course, batch, href, studentId, isOnline, outbox, waiting }: PressedProps) {
  const { id, course_name: name } = course;
  const client = useQueryClient();
  const navigate = useNavigate();
  const today = academyDay();
  const phone = useBrand()?.admissions_phones[0] ?? null;
  const describeItem = useCallback(
    () => ({ title: name, quotedPrice: course.price?.main ?? course.total_fee, shownPrice: course.price }),
    [name, course],
  );
  const from = coursePath(course);
  const { booking, contents } = useBooking({ studentId, isOnline, today, phone, outbox, waiting, from, describeItem });
  const waitingAdd = findWaitingAdd(waiting, { type: 'course', id });
  const restoredKey = useRestoredKey(waitingAdd?.key, booking.ownKeys);
  const [ready, setReady] = useState<{ plan: BookingPlan; Controls: typeof CourseAdd } | null>(null);
  const groupRef = useRestoredFocus(() => 'section');
  useOnce(() => {
    // If the batch selector and the add button cannot be loaded, or the batch cannot be booked here, follow the booking
    // link to Book Online.
    const follow = () => void navigate(toPage(href));
    const found = planBooking(client, { studentId, course, batchId: batch.id, today, isOnline, waiting });
    void Promise.all([found, loadAdd()]).then(
      ([plan, Controls]) => (plan ? setReady({ plan, Controls }) : follow()),
      follow,
    );
  });
  return (
    <div ref={groupRef} className={`screen-only ${inPlace.inPlace}`}>
      {/* Gets the focus that the link had, so that the next Tab leads to the controls. */}
      <section aria-label={`Book ${name}`} tabIndex={-1}>
        {ready ? (
          <ready.Controls
            key={restoredKey ?? 'own'}
            course={{ id, name, prerequisites: course.prerequisites ?? [] }}
            batches={ready.plan.batches}
            begun={{ batchId: ready.plan.batchId, isAdd: ready.plan.isAddedAtOnce && !waitingAdd }}
            isInCart={contents.courses.has(id)}
            waiting={waitingAdd}
            restoredKey={restoredKey}
            booking={booking}
          />
        ) : (
          <div className={classes.choice}>
            <BatchSelect
              name={name}
              batches={choosableBatches(course.batches ?? [], today)}
              chosen={batch.id}
              isLocked
              onChoose={() => {}}
            />
            <button type="button" className={classes.add} data-stage="adding" aria-disabled>
              Adding...
            </button>
          </div>
        )}
      </section>
    </div>
  );
}

/** Shown on a course page instead of a link to Book Online: says that the course is in the cart, or adds it. */
export function BookInPlace({ place, ...deps }: Deps & { place: BookingPlace }) {
  const { batch, href, isPressed } = place;
  const { data: course } = useQuery(courseQueries.detail(place.courseId));
  if (!course) return null;
  if (isPressed && batch) return <Pressed course={course} batch={batch} href={href} {...deps} />;
  return (
    <div className={`screen-only ${inPlace.inPlace}`}>
      <InCartNote name={course.course_name} />
    </div>
  );
}
