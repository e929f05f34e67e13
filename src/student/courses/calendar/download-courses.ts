import { courseEvent } from '../../../../contract/course-event.ts';
import type { Enrolment } from '../../../../contract/enrolments.ts';
import { downloadCalendar } from '../../../lib/download-calendar.ts';

/** Downloads a calendar file of booked courses, with one all-day event per course. */
export function downloadCourses(courses: readonly Enrolment[], name: string): void {
  downloadCalendar(courses.map(courseEvent), name);
}
