import { formatDay, formatDays } from '../lib/format/format.ts';
import type { EventMeta } from './summarise-post.ts';

/** Formats the day of an event, or its first and last day. */
export function eventDays({ event_start, event_end }: EventMeta): string {
  return event_start === event_end ? formatDay(event_start) : formatDays(event_start, event_end);
}

/** Date and place of an event on one line. */
export function EventLine({ event }: { event: EventMeta }) {
  return (
    <>
      <time dateTime={event.event_start}>{eventDays(event)}</time>, {event.event_place}
    </>
  );
}
