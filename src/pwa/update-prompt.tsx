import { useSyncExternalStore } from 'react';
import { criticalWork } from '../offline/critical-work.ts';
import { updates } from './page-updates.ts';
import classes from './update-prompt.module.css';

/** Says that a new version of the site is ready. Hidden during critical work, such as a payment. */
export function UpdatePrompt() {
  const state = useSyncExternalStore(
    updates.subscribe,
    () => updates.state,
    () => 'none' as const,
  );
  const isBusy = useSyncExternalStore(criticalWork.subscribe, criticalWork.isUnderWay, () => false);
  return (
    <div role="status">
      {state === 'none' || isBusy ? null : (
        <div className={`screen-only row middle gap-3 surface ink ${classes.prompt}`}>
          {state === 'ready' ? (
            <>
              <p>A new version is ready.</p>
              <button type="button" className="text-button" onClick={() => void updates.apply()}>
                Reload
              </button>
            </>
          ) : (
            <p>The new version will open when you have finished in your other tab.</p>
          )}
        </div>
      )}
    </div>
  );
}
