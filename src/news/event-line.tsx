import { formatDay, formatDays } from '../lib/format.ts';
import type { EventMeta } from './summarise-post.ts';

/** When an event is held: one day, or from the first to the last. */
export function eventDays({ event_start, event_end }: EventMeta): string {
  return event_start === event_end ? formatDay(event_start) : formatDays(event_start, event_end);
}

/** When and where, on one line. */
export function EventLine({ event }: { event: EventMeta }) {
  return (
    <>
      <time dateTime={event.event_start}>{eventDays(event)}</time>, {event.event_place}
    </>
  );
}
