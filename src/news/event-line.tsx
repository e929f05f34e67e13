import { eventStart, eventTimes } from './event-times.ts';
import type { EventMeta } from './summarise-post.ts';

/** Date and place of an event on one line. */
export function EventLine({ event }: { event: EventMeta }) {
  return (
    <>
      <time dateTime={eventStart(event)}>{eventTimes(event)}</time>, {event.event_place}
    </>
  );
}
