import { useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { deviceStore } from './device-store.ts';
import classes from './storage-note.module.css';

/** Says that the browser cannot store anything: private window, storage blocked or full, or a storage error. */
function StorageNote() {
  const [isClosed, setIsClosed] = useState(false);
  const isRefused = useSyncExternalStore(deviceStore.subscribe, () => deviceStore.isRefused);
  return (
    <div role="status">
      {isClosed || !isRefused ? null : (
        <div className={`row middle gap-3 ink screen-only ${classes.note}`}>
          <p>This browser cannot save data for this site, so it works only while you are online.</p>
          <button type="button" className="text-button" onClick={() => setIsClosed(true)}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}

const storageKey = 'landfall:storage-note';

/** Whether the note has not been shown in this tab yet. Without sessionStorage, each page shows it again. */
function isFirstTime(): boolean {
  try {
    const isFirst = sessionStorage.getItem(storageKey) === null;
    sessionStorage.setItem(storageKey, 'shown');
    return isFirst;
  } catch {
    return true;
  }
}

/** Shows at the top of the page, once per tab, that the browser cannot store anything. */
export function showStorageNote(page: Document): void {
  if (!isFirstTime()) return;
  const root = page.createElement('div');
  page.body.prepend(root);
  createRoot(root).render(<StorageNote />);
}
