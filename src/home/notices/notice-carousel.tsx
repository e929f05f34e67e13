import type { KeyboardEvent } from 'react';
import type { Notice } from '../../../contract/content.ts';
import { RichText } from '../../content/rich-text.tsx';
import { formatDay } from '../../lib/format/format.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import classes from '../home-page.module.css';
import { useAutoplay } from './use-autoplay.ts';
import { visibleNotices } from './visible-notices.ts';

function Control({ label, icon, onClick }: { label: string; icon: IconName; onClick: () => void }) {
  return (
    <button type="button" className="icon-button sea" onClick={onClick}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

function Slide({ notice, index, count, isShown }: { notice: Notice; index: number; count: number; isShown: boolean }) {
  return (
    <article
      className={`stack packed gap-1-5 surface small ${classes.slide}`}
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      aria-hidden={!isShown}
      inert={!isShown}
    >
      <h3>{notice.title}</h3>
      <RichText html={notice.content} />
      <p className="soft tiny">
        <time dateTime={notice.date}>{formatDay(notice.date)}</time>
      </p>
    </article>
  );
}

/**
 * Shows the unexpired notices one at a time. They are stacked, so the carousel is always as high as the highest notice.
 */
export function NoticeCarousel({ notices, today }: { notices: readonly Notice[]; today: string }) {
  const visible = visibleNotices(notices, today);
  const { index, isMoving, isStopped, canMove, goTo, pause, setIsStopped } = useAutoplay(visible.length);
  if (visible.length === 0) return null;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') goTo(index - 1);
    if (event.key === 'ArrowRight') goTo(index + 1);
  };
  return (
    <section
      className={`panel stack gap-2 ${classes.carousel}`}
      aria-roledescription="carousel"
      aria-label="Notices"
      onPointerEnter={pause}
      onFocus={pause}
      onKeyDown={handleKeyDown}
    >
      <h2>Notices</h2>
      <div className="stack" aria-live={isMoving ? 'off' : 'polite'}>
        {visible.map((notice, position) => (
          <Slide key={notice.id} notice={notice} index={position} count={visible.length} isShown={position === index} />
        ))}
      </div>
      {visible.length > 1 ? (
        <div className={`row middle ${classes.controls}`}>
          <Control label="Previous notice" icon="chevronLeft" onClick={() => goTo(index - 1)} />
          <Control label="Next notice" icon="chevronRight" onClick={() => goTo(index + 1)} />
          <div className="row wrap grow">
            {visible.map((notice, position) => (
              <button
                key={notice.id}
                type="button"
                className={`icon-button sea ${classes.dot}`}
                aria-current={position === index}
                onClick={() => goTo(position)}
              >
                <span className="visually-hidden">
                  Notice {position + 1} of {visible.length}
                </span>
              </button>
            ))}
          </div>
          {canMove ? (
            <Control
              label={isStopped ? 'Start moving notices' : 'Stop moving notices'}
              icon={isStopped ? 'play' : 'pause'}
              onClick={() => setIsStopped(!isStopped)}
            />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}
