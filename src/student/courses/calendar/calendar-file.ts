import type { Enrolment } from '../../../../contract/enrolments.ts';
import { joiningInstructions } from '../../../../contract/joining.ts';
import { type CalendarEvent, downloadCalendar } from '../../../lib/calendar-file.ts';
import { modeOf } from '../joining-instructions.ts';

function descriptionOf(course: Enrolment): string {
  const { order_id, batch_id, package_name } = course;
  const { map_link } = course.joining;
  const lines = [`Order ${order_id}, batch ${batch_id}${package_name ? `, in ${package_name}` : ''}`, modeOf(course)];
  // The place is the location of the event, and the mode says whether e-learning comes first.
  for (const { name, instructions } of joiningInstructions([course]))
    if (name !== 'Place' && name !== 'Prepare')
      lines.push(`${name}: ${instructions.map(({ text }) => text).join('; ')}`);
  if (map_link) lines.push(`Map: ${map_link}`);
  return lines.join('\n');
}

/** A booked course as a calendar shows it. */
export function courseEvent(course: Enrolment): CalendarEvent {
  const { order_id, course_id, course_name, start_date, end_date, place } = course;
  return {
    uid: `${order_id}-${course_id}`,
    title: course_name,
    start_day: start_date,
    end_day: end_date,
    description: descriptionOf(course),
    place,
  };
}

/** Downloads a calendar file of booked courses, with one all-day event per course. */
export function downloadCourses(courses: readonly Enrolment[], name: string): void {
  downloadCalendar(courses.map(courseEvent), name);
}
