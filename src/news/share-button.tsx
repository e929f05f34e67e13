import { useSyncExternalStore } from 'react';
import { Icon } from '../ui/icons.tsx';
import { showToast } from '../ui/toasts.ts';
import classes from './post-page.module.css';

const never = () => () => {};

/** The device's own sharing where it has one; else the link is copied. Closing the device's sheet is no failure. */
async function share(title: string): Promise<void> {
  const url = window.location.href;
  if (navigator.share) {
    await navigator.share({ title, url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ message: 'Link copied', tone: 'right' });
  } catch {
    showToast({ message: `The link could not be copied. It is ${url}` });
  }
}

/** Keeps its place from the start, and shows once the page can act on it. */
export function ShareButton({ title }: { title: string }) {
  const canAct = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <button
      type="button"
      className={classes.share}
      onClick={() => void share(title)}
      style={canAct ? undefined : { visibility: 'hidden' }}
    >
      <Icon name="external" size={18} />
      Share
    </button>
  );
}
