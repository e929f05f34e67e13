import { formatDays } from '../lib/format/format.ts';
import type { EventMeta } from './summarise-post.ts';

/** Days and times of an event: `3 Feb 2027, 09:00 – 13:00`. */
export function eventTimes({ event_start, event_end, event_start_time: from, event_end_time: to }: EventMeta): string {
  const days = formatDays(event_start, event_end);
  return from ? `${days}, ${from}${to ? ` – ${to}` : ''}` : days;
}

/**
 * The start of an event for `<time>` and for search engines: a date, or a date and time with the academy's time zone if
 * the event has a time.
 */
export function eventStart({ event_start, event_start_time: time }: EventMeta): string {
  return time ? `${event_start}T${time}:00+05:30` : event_start;
}

/** The end of an event, in the same form as `eventStart`. */
export function eventEnd({ event_end, event_end_time: time }: EventMeta): string {
  return time ? `${event_end}T${time}:00+05:30` : event_end;
}
