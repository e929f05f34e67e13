import type { Enrolment } from '../../../../contract/enrolments.ts';
import { joiningInstructions } from '../../../../contract/joining.ts';
import { modeOf } from '../joining-instructions.ts';

const dayMs = 86_400_000;
const encoder = new TextEncoder();

/** Escapes the characters that have a special meaning in a text value (RFC 5545, section 3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** Folds a line, so that no line is longer than 75 octets, without splitting a character (RFC 5545, section 3.1). */
function fold(line: string): string {
  const lines = [''];
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > 75) {
      lines.push(' ');
      octets = 1;
    }
    lines[lines.length - 1] += character;
    octets += size;
  }
  return lines.join('\r\n');
}

/** The date that is `addedDays` after `day`, as `YYYYMMDD`. */
function dateValue(day: string, addedDays = 0): string {
  return new Date(Date.parse(day) + addedDays * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
}

/** An instant as `YYYYMMDDTHHMMSSZ`. */
function stampValue(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

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

/** The UID depends on the booking only, so that saving a course again updates the event instead of adding another. */
function eventLines(course: Enrolment, stamp: Date): string[] {
  const { order_id, course_id, course_name, start_date, end_date, place } = course;
  return [
    'BEGIN:VEVENT',
    `UID:${order_id}-${course_id}@landfall`,
    `DTSTAMP:${stampValue(stamp)}`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    `DTSTART;VALUE=DATE:${dateValue(start_date)}`,
    // DTEND is exclusive, so it is the day after the last day of the course.
    `DTEND;VALUE=DATE:${dateValue(end_date, 1)}`,
    `SUMMARY:${escapeText(course_name)}`,
    `DESCRIPTION:${escapeText(descriptionOf(course))}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    'END:VEVENT',
  ];
}

/** Booked courses as an iCalendar file (RFC 5545), with one all-day event per course. `stamp`: the time of creation. */
export function calendarFile(courses: readonly Enrolment[], stamp: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Landfall//Booked courses//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...courses.flatMap((course) => eventLines(course, stamp)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

/** Downloads a calendar file of the courses. It is created in the browser, so this also works offline. */
export function downloadCalendarFile(courses: readonly Enrolment[], name: string): void {
  const file = new Blob([calendarFile(courses, new Date())], { type: 'text/calendar;charset=utf-8' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.ics`;
  link.click();
  // Revoke the URL only after the browser has had time to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
