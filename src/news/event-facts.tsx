import { Icon } from '../ui/icons.tsx';
import { eventDays } from './event-line.tsx';
import classes from './post-page.module.css';
import type { EventMeta } from './summarise-post.ts';

/** When and where an event is held. */
export function EventFacts({ event }: { event: EventMeta }) {
  return (
    <dl className={classes.event}>
      <div>
        <Icon name="calendar" />
        <dt>When</dt>
        <dd>
          <time dateTime={event.event_start}>{eventDays(event)}</time>
        </dd>
      </div>
      <div>
        <Icon name="pin" />
        <dt>Where</dt>
        <dd>{event.event_place}</dd>
      </div>
    </dl>
  );
}
