import { describe, expect, it } from 'vitest';
import { calendarFile as writeFile } from '../../contract/calendar-file.ts';
import { courseEvent } from '../../contract/course-event.ts';
import type { Enrolment } from '../../contract/enrolments.ts';
import { enrolment } from '../src/student/courses/enrolments.ts';

const calendarFile = (courses: Enrolment[], at: Date) => writeFile(courses.map(courseEvent), at);
const stamp = new Date('2026-11-21T06:30:05.123Z');
const encoder = new TextEncoder();

/** The lines of a calendar file. Folded lines are joined again, as a calendar program does. */
function linesOf(file: string): string[] {
  return file.replaceAll('\r\n ', '').split('\r\n');
}

function textOf(file: string, name: string): string {
  return (
    linesOf(file)
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1) ?? ''
  );
}

describe('a calendar file', () => {
  it('a calendar file has one all-day event that ends on the day after the course’s last day', () => {
    const file = calendarFile([enrolment()], stamp);
    expect(linesOf(file)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Landfall//Calendar//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:LF-2026-000123-7@landfall',
      'DTSTAMP:20261121T063005Z',
      'SEQUENCE:0',
      'STATUS:CONFIRMED',
      'DTSTART;VALUE=DATE:20261201',
      'DTEND;VALUE=DATE:20261204',
      'SUMMARY:Fire Fighting',
      'DESCRIPTION:Order LF-2026-000123\\, batch 71\\nIn person\\nReport: 08:15 at reception\\nBring: Passport\\; INDoS number\\nGetting there: By bus.\\nMap: https://maps.example.com/',
      'LOCATION:1 Quay Road\\, Chennai',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('a calendar event ends on the day after the course, also at the end of a year or of February, in leap years too', () => {
    const endOf = (end_date: string) => textOf(calendarFile([enrolment({ end_date })], stamp), 'DTEND;VALUE=DATE');
    expect(endOf('2026-12-31')).toBe('20270101');
    expect(endOf('2028-02-28')).toBe('20280229');
    expect(endOf('2027-02-28')).toBe('20270301');
  });

  it('a calendar file has one event for each course, and each event keeps its id when the file is written again', () => {
    const two = [enrolment(), enrolment({ id: 2, course_id: 8, course_name: 'Radar' })];
    const ids = (file: string) => linesOf(file).filter((line) => line.startsWith('UID:'));
    const first = ids(calendarFile(two, stamp));
    expect(first).toEqual(['UID:LF-2026-000123-7@landfall', 'UID:LF-2026-000123-8@landfall']);
    expect(ids(calendarFile(two, new Date('2027-01-01T00:00:00Z')))).toEqual(first);
  });

  it('a calendar file escapes special characters and line breaks', () => {
    const file = calendarFile([enrolment({ course_name: 'A, B; C\\D\r\nBEGIN:VEVENT\rE\nF' })], stamp);
    expect(textOf(file, 'SUMMARY')).toBe('A\\, B\\; C\\\\D\\nBEGIN:VEVENT\\nE\\nF');
    expect(linesOf(file).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  });

  it('a calendar file folds lines at 75 octets without splitting characters, and unfolding them gives the original text', () => {
    const course_name = `${'நிலத்தோற்றம் ⚓🛟 '.repeat(12)}end`;
    const file = calendarFile([enrolment({ course_name, place: 'x'.repeat(400) })], stamp);
    const raw = file.split('\r\n');
    for (const line of raw) expect(encoder.encode(line).length).toBeLessThanOrEqual(75);
    expect(raw.some((line) => encoder.encode(line).length === 75)).toBe(true);
    expect(file).not.toContain('\uFFFD');
    expect(textOf(file, 'SUMMARY')).toBe(course_name);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('a calendar event with only a start time lasts one hour, or until the end of its last day in India if it takes several days', () => {
    const endOf = (end_day: string) => {
      const event = {
        uid: 'event-1',
        title: 'Fair',
        start_day: '2027-02-03',
        start_time: '09:00',
        description: '',
        place: null,
      };
      return textOf(writeFile([{ ...event, end_day }], stamp), 'DTEND');
    };
    expect(endOf('2027-02-03')).toBe('20270203T043000Z');
    expect(endOf('2027-02-05')).toBe('20270205T183000Z');
  });

  it('the calendar event of a course without a known place has no location', () => {
    expect(calendarFile([enrolment({ place: null })], stamp)).not.toContain('LOCATION');
  });
});
