import type { KeyboardEvent } from 'react';
import type { Notice } from '../../contract/content.ts';
import { RichText } from '../content/rich-text.tsx';
import { formatDay } from '../lib/format.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import classes from './notice-carousel.module.css';
import { useAutoplay } from './use-autoplay.ts';
import { visibleNotices } from './visible-notices.ts';

function Control({ label, icon, onClick }: { label: string; icon: IconName; onClick: () => void }) {
  return (
    <button type="button" className={classes.control} onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

function Slide({ notice, place, count, isShown }: { notice: Notice; place: number; count: number; isShown: boolean }) {
  return (
    <article
      className={classes.slide}
      aria-roledescription="slide"
      aria-label={`${place + 1} of ${count}`}
      aria-hidden={!isShown}
      inert={!isShown}
    >
      <h3>{notice.title}</h3>
      <RichText html={notice.content} />
      <p className={classes.date}>
        <time dateTime={notice.date}>{formatDay(notice.date)}</time>
      </p>
    </article>
  );
}

/** Unexpired notices, one at a time. All lie on one another, so that the page never moves under the reader. */
export function NoticeCarousel({ notices, today }: { notices: readonly Notice[]; today: string }) {
  const visible = visibleNotices(notices, today);
  const { place, isMoving, isStopped, canMove, goTo, pause, setIsStopped } = useAutoplay(visible.length);
  if (visible.length === 0) return null;
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') goTo(place - 1);
    if (event.key === 'ArrowRight') goTo(place + 1);
  };
  return (
    <section
      className={classes.carousel}
      aria-roledescription="carousel"
      aria-label="Notices"
      onPointerEnter={pause}
      onFocus={pause}
      onKeyDown={byKey}
    >
      <h2>Notices</h2>
      <div className={classes.slides} aria-live={isMoving ? 'off' : 'polite'}>
        {visible.map((notice, at) => (
          <Slide key={notice.id} notice={notice} place={at} count={visible.length} isShown={at === place} />
        ))}
      </div>
      {visible.length > 1 ? (
        <div className={classes.controls}>
          <Control label="Previous notice" icon="chevronLeft" onClick={() => goTo(place - 1)} />
          <Control label="Next notice" icon="chevronRight" onClick={() => goTo(place + 1)} />
          <div className={classes.dots}>
            {visible.map((notice, at) => (
              <button
                key={notice.id}
                type="button"
                className={classes.dot}
                aria-current={at === place}
                onClick={() => goTo(at)}
              >
                <span className="visually-hidden">
                  Notice {at + 1} of {visible.length}
                </span>
              </button>
            ))}
          </div>
          {canMove ? (
            <Control
              label={isStopped ? 'Move notices' : 'Stop moving notices'}
              icon={isStopped ? 'play' : 'pause'}
              onClick={() => setIsStopped(!isStopped)}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
