import { useHydrated } from '@tanstack/react-router';
import { Icon } from '../../ui/icons.tsx';
import { eventStart, eventTimes } from '../event-times.ts';
import type { EventMeta } from '../summarise-post.ts';
import classes from './post-page.module.css';

type EventFactsProps = { event: EventMeta; title: string; id: number; today: string };

/**
 * When and where an event takes place, with a link to a map. Until the event is over, a button adds it to the student's
 * calendar. Afterwards, a text says that it is over. The server renders the button invisible, so that it takes up its
 * space until the page is hydrated.
 */
export function EventFacts({ event, title, id, today }: EventFactsProps) {
  const isHydrated = useHydrated();
  const save = () => void import('./save-event.ts').then(({ saveEvent }) => saveEvent(event, title, id));
  return (
    <div className={`stack gap-2 tint ${classes.event}`}>
      <dl className="stack gap-2">
        <div>
          <Icon name="calendar" />
          <dt className="soft">When</dt>
          <dd className="strong">
            <time dateTime={eventStart(event)}>{eventTimes(event)}</time>
          </dd>
        </div>
        <div>
          <Icon name="pin" />
          <dt className="soft">Where</dt>
          <dd className="strong">
            {event.event_place}
            {event.event_map_link ? (
              <>
                {' '}
                <a href={event.event_map_link} rel="noopener" className={classes.map}>
                  Map
                </a>
              </>
            ) : null}
          </dd>
        </div>
      </dl>
      {event.event_end >= today ? (
        <button
          type="button"
          className={`outline-button self-left sea small screen-only ${classes.calendar}`}
          onClick={save}
          style={isHydrated ? undefined : { visibility: 'hidden' }}
        >
          <Icon name="calendar" size={18} />
          Add to calendar
        </button>
      ) : (
        <p>This event is over.</p>
      )}
    </div>
  );
}
