import type { Enrolment } from '../../../contract/enrolments.ts';
import { joiningLines, modeOf } from './joining-lines.ts';

const dayLength = 86_400_000;
const encoder = new TextEncoder();

/** Backslash, semicolon, comma and line breaks mean something in a text value (RFC 5545, section 3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** No line is longer than 75 octets, and no character is cut in two (section 3.1). */
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

/** Academy day as `YYYYMMDD`, `later` days on. */
function dateValue(day: string, later = 0): string {
  return new Date(Date.parse(day) + later * dayLength).toISOString().slice(0, 10).replaceAll('-', '');
}

/** Instant as `YYYYMMDDTHHMMSSZ`. */
function stampValue(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

function descriptionOf(course: Enrolment): string {
  const { order_id, batch_id, package_name, joining } = course;
  const lines = [`Order ${order_id}, batch ${batch_id}${package_name ? `, in ${package_name}` : ''}`, modeOf(course)];
  for (const { name, text } of joiningLines(course)) lines.push(`${name}: ${text}`);
  if (joining.documents.length > 0) lines.push(`Bring: ${joining.documents.join('; ')}`);
  return lines.join('\n');
}

/** The same booking is the same event however often it is saved: its id never changes. */
function eventLines(course: Enrolment, stamp: Date): string[] {
  const { order_id, course_id, course_name, start_date, end_date, place } = course;
  return [
    'BEGIN:VEVENT',
    `UID:${order_id}-${course_id}@landfall`,
    `DTSTAMP:${stampValue(stamp)}`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    `DTSTART;VALUE=DATE:${dateValue(start_date)}`,
    // The first day after it.
    `DTEND;VALUE=DATE:${dateValue(end_date, 1)}`,
    `SUMMARY:${escapeText(course_name)}`,
    `DESCRIPTION:${escapeText(descriptionOf(course))}`,
    ...(place ? [`LOCATION:${escapeText(place)}`] : []),
    'END:VEVENT',
  ];
}

/** Booked courses as a calendar file (RFC 5545), one all-day event a course. `stamp`: when it is made. */
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
