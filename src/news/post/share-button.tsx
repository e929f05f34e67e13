import { useSyncExternalStore } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import classes from './post-page.module.css';

const neverChanges = () => () => {};

/** Opens the system's share sheet. Without one, copies the URL; if that fails too, shows the URL. */
async function share(title: string): Promise<void> {
  const url = window.location.href;
  if (navigator.share) {
    // Closing the sheet rejects the promise.
    await navigator.share({ title, url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ message: 'Link copied', tone: 'success' });
  } catch {
    showToast({ message: `The link could not be copied. It is ${url}` });
  }
}

/** The server renders the button invisible: it takes up its space and appears when the page is hydrated. */
export function ShareButton({ title }: { title: string }) {
  const isHydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <button
      type="button"
      className={classes.share}
      onClick={() => void share(title)}
      style={isHydrated ? undefined : { visibility: 'hidden' }}
    >
      <Icon name="external" size={18} />
      Share
    </button>
  );
}
