import { useSyncExternalStore } from 'react';
import { paths } from '../../contract/pages.ts';
import { focusContent } from '../ui/page/use-focus-after-removal.ts';
import type { Install } from './install.ts';
import classes from './install-card.module.css';

/** Icons like those of the iOS share menu: a box with an arrow out of it, and a box with a plus. */
const shareIcon = 'M12 15V3M8 6.5L12 3l4 3.5M8 10H6v11h12V10h-2';
const addIcon = 'M4 4h16v16H4zM12 8v8M8 12h8';

const quiet = `text-button ${classes.quiet}`;

/** Closes the card and moves the focus to the content of the page, because the focused button disappears. */
function leave(close: () => void): void {
  close();
  focusContent();
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" className={classes.icon}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}

function Steps() {
  return (
    <ol className={`stack gap-1 ${classes.steps}`}>
      <li>
        Tap <Icon path={shareIcon} /> Share.
      </li>
      <li>
        Choose <Icon path={addIcon} /> Add to Home Screen.
      </li>
      <li>Tap Add.</li>
    </ol>
  );
}

/**
 * Offers to install the site as an app, and after the installation to save it for offline use. Renders nothing when
 * `install.shown` is `none`.
 */
export function InstallCard({ install }: { install: Install }) {
  const shown = useSyncExternalStore(install.subscribe, () => install.shown);
  if (shown === 'none') return null;
  if (shown === 'done')
    return (
      <section className={`stack gap-2 surface ink screen-only ${classes.card}`} aria-label="Installed">
        <p>The app is installed. You can also save courses, prices and pages to read offline.</p>
        <div className={`row wrap gap-2 ${classes.ways}`}>
          <a className="text-button" href={paths.offlineLibrary}>
            Save for the voyage
          </a>
          <button type="button" className={quiet} onClick={() => leave(install.close)}>
            Close
          </button>
        </div>
      </section>
    );
  return (
    <section className={`stack gap-2 surface ink screen-only ${classes.card}`} aria-label="Install">
      <p>
        <strong>Install this site as an app.</strong> It also opens offline.
      </p>
      {shown === 'steps' ? <Steps /> : null}
      <div className={`row wrap gap-2 ${classes.ways}`}>
        {shown === 'prompt' ? (
          <button type="button" className="text-button" onClick={() => void install.accept()}>
            Install
          </button>
        ) : null}
        <button type="button" className={quiet} onClick={() => leave(install.decline)}>
          Not now
        </button>
      </div>
    </section>
  );
}
