import { useSyncExternalStore } from 'react';
import { criticalWork } from '../offline/critical.ts';
import { updates } from './page-updates.ts';
import classes from './update-prompt.module.css';

/** Says quietly that a new version is ready; silent while the student is in the middle of something that counts. */
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
        <div className={classes.prompt}>
          {state === 'ready' ? (
            <>
              <p>A new version is ready.</p>
              <button type="button" className="text-button" onClick={() => void updates.take()}>
                Reload
              </button>
            </>
          ) : (
            <p>The new version opens as soon as your other tab is done.</p>
          )}
        </div>
      )}
    </div>
  );
}
