import type { Batch } from '../../../contract/batch.ts';
import type { BookingGroup } from '../../../contract/booking.ts';
import { formatDays } from '../../lib/format/format.ts';
import type { BookingContext } from '../booking-context.ts';
import { JoinWaitingList } from './join-waiting-list.tsx';

type CourseWaitingDatesProps = {
  course: BookingGroup['courses'][number];
  batches: readonly Batch[];
  booking: BookingContext;
};

/** Lists the full batches of a course, each with a button that joins its waiting list. */
export function CourseWaitingDates({ course, batches, booking }: CourseWaitingDatesProps) {
  return (
    <div className="stack gap-3 small">
      <p className="soft">When a seat becomes free, we hold it for the first in the list and send an email.</p>
      <ul className="stack packed gap-3" aria-label={`Full dates of ${course.course_name}`}>
        {batches.map((batch) => {
          const days = formatDays(batch.start_date, batch.end_date);
          return (
            <li key={batch.id} className="stack gap-1">
              <span className="medium">{days}</span>
              <JoinWaitingList
                add={{ type: 'course', course_id: course.id, batch_id: batch.id }}
                name={`${course.course_name}, ${days}`}
                studentId={booking.studentId}
                loginHref={booking.loginHref}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
