import { formatDays } from '../lib/format/format.ts';
import type { EventMeta } from './summarise-post.ts';

/** Date and place of an event on one line. */
export function EventLine({ event }: { event: EventMeta }) {
  return (
    <>
      <time dateTime={event.event_start}>{formatDays(event.event_start, event.event_end)}</time>, {event.event_place}
    </>
  );
}
