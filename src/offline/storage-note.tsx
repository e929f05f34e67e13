import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import classes from './storage-note.module.css';

/** One line about a browser that keeps nothing: private, blocked, full, or a storage that went away. */
export function StorageNote() {
  const [isClosed, setIsClosed] = useState(false);
  return (
    <div role="status">
      {isClosed ? null : (
        <div className={classes.note}>
          <p>This browser keeps nothing for this site, so it works only with a connection.</p>
          <button type="button" className="text-button" onClick={() => setIsClosed(true)}>
            Close
          </button>
        </div>
      )}
    </div>
  );
}

const place = 'landfall:storage-note';

/** Whether this tab has been told; a tab that may not even remember that is told once a page. */
function isFirstTime(): boolean {
  try {
    const isTold = sessionStorage.getItem(place) !== null;
    sessionStorage.setItem(place, 'told');
    return !isTold;
  } catch {
    return true;
  }
}

/** Says it once, at the page's top. */
export function showStorageNote(page: Document): void {
  if (!isFirstTime()) return;
  const root = page.createElement('div');
  page.body.prepend(root);
  createRoot(root).render(<StorageNote />);
}
