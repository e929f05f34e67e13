import { eventStart, eventTimes } from './event-times.ts';
import type { EventMeta } from './summarise-post.ts';

/** One line with the date and place of an event. */
export function EventLine({ event }: { event: EventMeta }) {
  return (
    <>
      <time dateTime={eventStart(event)}>{eventTimes(event)}</time>, {event.event_place}
    </>
  );
}
