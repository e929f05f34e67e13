import { downloadCalendar } from '../../lib/download-calendar.ts';
import type { EventMeta } from '../summarise-post.ts';

/** Downloads a calendar file with an event of the academy. `id`: the id of the post about the event. */
export function saveEvent(event: EventMeta, title: string, id: number): void {
  const { event_start, event_end, event_start_time, event_end_time, event_place, event_map_link } = event;
  const page = window.location.origin + window.location.pathname;
  const saved = {
    uid: `event-${id}`,
    title,
    start_day: event_start,
    end_day: event_end,
    start_time: event_start_time,
    end_time: event_end_time,
    description: [page, event_map_link && `Map: ${event_map_link}`].filter(Boolean).join('\n'),
    place: event_place,
  };
  downloadCalendar([saved], `event-${id}`);
}
