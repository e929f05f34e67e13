/** An event of a calendar: whole days, or from `start_time` to `end_time` in the academy's time zone. */
export type CalendarEvent = {
  /**
   * Unique and stable id: a calendar app that opens the same event again updates it instead of adding another event.
   */
  uid: string;
  title: string;
  start_day: string;
  end_day: string;
  start_time?: string | undefined;
  end_time?: string | undefined;
  description: string;
  place: string | null;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const encoder = new TextEncoder();

/** Escapes the characters that have a special meaning in a text value of a calendar file (RFC 5545, section 3.3.11). */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/**
 * Splits a long line of a calendar file (RFC 5545, section 3.1): no line is longer than 75 octets, and no character is
 * split.
 */
function fold(line: string): string {
  if (encoder.encode(line).length <= 75) return line;
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

/** An instant in UTC, as `YYYYMMDDTHHMMSSZ`. */
function stampValue(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The instant of a day and time in Asia/Kolkata, which is 5:30 h ahead of UTC all year. */
function instantOf(day: string, time: string): Date {
  return new Date(`${day}T${time}:00+05:30`);
}

/**
 * The end of an event that has a start time. If it has no end time, an event of several days lasts until midnight after
 * its last day, and an event of one day lasts an hour. The hour is chosen because calendar apps hardly show an event
 * without a length.
 */
function endOf({ start_day, end_day, end_time }: CalendarEvent, start: Date): Date {
  if (end_time) return instantOf(end_day, end_time);
  if (end_day === start_day) return new Date(start.getTime() + hourMs);
  return new Date(instantOf(end_day, '00:00').getTime() + dayMs);
}

function timeLines(event: CalendarEvent): string[] {
  const { start_day, end_day, start_time } = event;
  if (!start_time)
    // DTEND is exclusive, so it is the day after the event's last day.
    return [`DTSTART;VALUE=DATE:${dateValue(start_day)}`, `DTEND;VALUE=DATE:${dateValue(end_day, 1)}`];
  const start = instantOf(start_day, start_time);
  return [`DTSTART:${stampValue(start)}`, `DTEND:${stampValue(endOf(event, start))}`];
}

function eventLines(event: CalendarEvent, stamp: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}@landfall`,
    `DTSTAMP:${stampValue(stamp)}`,
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    ...timeLines(event),
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    'END:VEVENT',
  ];
}

/** Creates the text of an iCalendar file (RFC 5545). `stamp`: the time at which the file is created. */
export function calendarFile(events: readonly CalendarEvent[], stamp: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Landfall//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
