import type { Enrolment } from '../../../contract/enrolments.ts';
import { calendarFile } from './calendar-file.ts';

/** Hands the browser a calendar file of the courses; it is made here, so it needs no connection. */
export function saveCalendar(courses: readonly Enrolment[], name: string): void {
  const file = new Blob([calendarFile(courses, new Date())], { type: 'text/calendar;charset=utf-8' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.ics`;
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
