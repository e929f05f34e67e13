import { formatDays } from '../lib/format/format.ts';
import type { EventMeta } from './summarise-post.ts';

/** Times of day of an event: `09:00 – 13:00`, or '' if it has none. */
function eventHours({ event_start_time: from, event_end_time: to }: EventMeta): string {
  return from ? `${from}${to ? ` – ${to}` : ''}` : '';
}

const joinParts = (...parts: string[]) => parts.filter(Boolean).join(', ');

/** Days and times of an event: `3 Feb 2027, 09:00 – 13:00`. */
export function eventTimes(event: EventMeta): string {
  return joinParts(formatDays(event.event_start, event.event_end), eventHours(event));
}

/** Times of day and place of an event, to show next to its days: `09:00 – 13:00, Main Block`. */
export function eventHoursAndPlace(event: EventMeta): string {
  return joinParts(eventHours(event), event.event_place);
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
