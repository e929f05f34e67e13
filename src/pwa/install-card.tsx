import { useSyncExternalStore } from 'react';
import { paths } from '../../contract/pages.ts';
import type { Install } from './install.ts';
import classes from './install-card.module.css';

/** Drawn as the buttons of iOS are: an arrow out of a box, and a plus in one. */
const shareSign = 'M12 15V3M8 6.5L12 3l4 3.5M8 10H6v11h12V10h-2';
const addSign = 'M4 4h16v16H4zM12 8v8M8 12h8';

const quiet = `text-button ${classes.quiet}`;

function Sign({ path }: { path: string }) {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" className={classes.sign}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.8" />
    </svg>
  );
}

function Steps() {
  return (
    <ol className={classes.steps}>
      <li>
        Tap <Sign path={shareSign} /> Share.
      </li>
      <li>
        Choose <Sign path={addSign} /> Add to Home Screen.
      </li>
      <li>Tap Add.</li>
    </ol>
  );
}

/** Offers to put the site on the home screen; afterwards, to save it for the voyage. Nothing while it is not the time. */
export function InstallCard({ install }: { install: Install }) {
  const shown = useSyncExternalStore(install.subscribe, () => install.shown);
  if (shown === 'none') return null;
  if (shown === 'done')
    return (
      <section className={classes.card} aria-label="Installed">
        <p>It is among your apps now. Take courses, prices and pages along, to read without a network.</p>
        <div className={classes.ways}>
          <a className="text-button" href={paths.voyage}>
            Save for the voyage
          </a>
          <button type="button" className={quiet} onClick={install.close}>
            Close
          </button>
        </div>
      </section>
    );
  return (
    <section className={classes.card} aria-label="Install">
      <p>
        <strong>Keep it at hand, as an app.</strong> It opens without a network too.
      </p>
      {shown === 'steps' ? <Steps /> : null}
      <div className={classes.ways}>
        {shown === 'prompt' ? (
          <button type="button" className="text-button" onClick={() => void install.accept()}>
            Install
          </button>
        ) : null}
        <button type="button" className={quiet} onClick={install.decline}>
          Not now
        </button>
      </div>
    </section>
  );
}
