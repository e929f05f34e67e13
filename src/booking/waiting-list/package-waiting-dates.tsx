import { useState } from 'react';
import type { CoursePackage } from '../../../contract/booking.ts';
import { BatchSelect } from '../../catalogue/batch-select.tsx';
import { upcomingBatches } from '../../catalogue/upcoming-batches.ts';
import type { BookingContext } from '../booking-context.ts';
import { JoinWaitingList } from './join-waiting-list.tsx';

/**
 * Lets the student choose a batch for each course of a package, including full ones, and join the waiting list for all
 * of them together.
 */
export function PackageWaitingDates({ offer, booking }: { offer: CoursePackage; booking: BookingContext }) {
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({});
  const courses = offer.courses.map((course) => ({
    ...course,
    batches: upcomingBatches(course.batches, booking.today).filter(({ status }) => status === 'open'),
  }));
  const batches = courses.flatMap(({ id, batches: open }) => {
    const batch = open.find((one) => one.id === chosen[id]);
    return batch ? [{ course_id: id, batch_id: batch.id, available: batch.available }] : [];
  });
  const isComplete = batches.length === courses.length;
  const isFull = batches.some(({ available }) => available === 0);
  return (
    <div className="stack gap-3 small">
      <p className="soft">
        Choose your dates, full ones too. When all of them have a seat, we hold the seats for you and send an email.
      </p>
      {courses.map(({ id, course_name: name, batches: open }) => (
        <div key={id} className="stack packed gap-1-5">
          <h4>{name}</h4>
          <BatchSelect
            name={`${name}, to wait for`}
            batches={open}
            chosen={chosen[id] ?? null}
            onChoose={(batchId) => setChosen((before) => ({ ...before, [id]: batchId }))}
          />
        </div>
      ))}
      {isComplete && isFull ? (
        <JoinWaitingList
          key={batches.map(({ batch_id }) => batch_id).join(' ')}
          add={{ type: 'package', package_id: offer.id, batches: batches.map(({ available: _, ...one }) => one) }}
          name={offer.package_name}
          studentId={booking.studentId}
          loginHref={booking.loginHref}
        />
      ) : (
        <p role="status">
          {isComplete
            ? 'All these dates have seats. Add the package to your cart instead.'
            : `${batches.length} of ${courses.length} dates chosen`}
        </p>
      )}
    </div>
  );
}
