import type { CalendarEvent } from './calendar-file.ts';
import { counted } from './counted.ts';
import type { Enrolment } from './enrolments.ts';
import { type Joining, joiningInstructions } from './joining.ts';

type BookedCourse = Pick<
  Enrolment,
  | 'order_id'
  | 'course_id'
  | 'course_name'
  | 'batch_id'
  | 'package_name'
  | 'start_date'
  | 'end_date'
  | 'place'
  | 'joining'
>;

/** How a course is held: in person, or in person after e-learning. */
export function modeOf({ joining: { e_learning, e_learning_hours: hours } }: { joining: Joining }): string {
  if (!e_learning) return 'In person';
  return `In person, after e-learning${hours ? ` of ${counted(hours, 'hour')}` : ''}`;
}

function descriptionOf(course: BookedCourse): string {
  const { order_id, batch_id, package_name } = course;
  const { map_link } = course.joining;
  const lines = [`Order ${order_id}, batch ${batch_id}${package_name ? `, in ${package_name}` : ''}`, modeOf(course)];
  // Leave out two groups of joining instructions. `Place`: the calendar event has a field of its own for it. `Prepare`:
  // it is about the e-learning, which the text of `modeOf` already mentions.
  for (const { name, instructions } of joiningInstructions([course]))
    if (name !== 'Place' && name !== 'Prepare')
      lines.push(`${name}: ${instructions.map(({ text }) => text).join('; ')}`);
  if (map_link) lines.push(`Map: ${map_link}`);
  return lines.join('\n');
}

/** The calendar event of a booked course: whole days, from the course's first day to its last day. */
export function courseEvent(course: BookedCourse): CalendarEvent {
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
