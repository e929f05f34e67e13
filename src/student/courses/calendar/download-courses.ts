import { courseEvent } from '../../../../contract/course-event.ts';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { downloadCalendar } from '../../../lib/download-calendar.ts';

/** Downloads a calendar file (iCalendar) with one all-day event for each booked course. */
export function downloadCourses(courses: readonly Enrolment[], name: string): void {
  downloadCalendar(courses.map(courseEvent), name);
}
