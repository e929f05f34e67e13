import '../../ui/controls.css';
import { Button } from '@mantine/core';
import type { Enrolment } from '../../../contract/enrolments.ts';
import type { Order } from '../../../contract/orders.ts';
import { formatDays } from '../../lib/format/format.ts';
import { Icon } from '../../ui/icons.tsx';
import { shareText } from '../../ui/share-link.ts';
import { downloadCourses } from './calendar/download-courses.ts';

/**
 * Says whether the booking confirmation was emailed, and to which address. Students without an email address get no
 * email.
 */
export function EmailedTo({ email }: { email: Order['confirmation_email'] }) {
  if (!email) return null;
  const { to, state } = email;
  return (
    <p className="row gap-2">
      <Icon name="mail" className="rigid" />
      <span className="shrink anywhere">
        {state === 'sent' ? `Mailed to ${to}.` : null}
        {state === 'waiting' ? `Being mailed to ${to}.` : null}
        {state === 'failed' ? `We could not mail this to ${to}. Save or print it instead.` : null}
      </span>
    </p>
  );
}

/**
 * The text that the student shares with family or a manning office: for each course the dates, reporting time, place
 * and map link.
 */
function sharedText(courses: readonly Enrolment[]): string {
  return courses
    .map(({ course_name, start_date, end_date, place, joining }) =>
      [`${course_name}: ${formatDays(start_date, end_date)}`, joining.reporting_time, place, joining.map_link]
        .filter(Boolean)
        .join('\n'),
    )
    .join('\n\n');
}

type BookingActionsProps = {
  courses: readonly Enrolment[];
  orderId: string;
  /** The name of the calendar file, without its extension. */
  fileName: string;
  /**
   * The name of the course, which screen readers read after the buttons' labels. Needed if the page shows several
   * courses.
   */
  about?: string;
};

/** Buttons that add booked courses of an order to the device's calendar, and share them. */
export function BookingActions({ courses, orderId, fileName, about }: BookingActionsProps) {
  const suffix = about ? <span className="visually-hidden">: {about}</span> : null;
  return (
    <>
      <Button
        variant="outline"
        leftSection={<Icon name="calendar" size={18} />}
        onClick={() => downloadCourses(courses, fileName.toLowerCase())}
      >
        Add to calendar{suffix}
      </Button>
      <Button
        variant="outline"
        leftSection={<Icon name="external" size={18} />}
        onClick={() => void shareText({ title: `Booking ${orderId}`, text: sharedText(courses) })}
      >
        Share{suffix}
      </Button>
    </>
  );
}
