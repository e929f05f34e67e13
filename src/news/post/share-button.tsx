import { useHydrated } from '@tanstack/react-router';
import { Icon } from '../../ui/icons.tsx';
import { shareLink } from '../../ui/share-link.ts';
import classes from './post-page.module.css';

/**
 * Button to share a post. The server renders the button invisible: it takes up its space, but is shown only once the
 * page is hydrated.
 */
export function ShareButton({ title }: { title: string }) {
  const isHydrated = useHydrated();
  return (
    <button
      type="button"
      className={`outline-button sea small screen-only ${classes.share}`}
      onClick={() => void shareLink({ title, url: window.location.href })}
      style={isHydrated ? undefined : { visibility: 'hidden' }}
    >
      <Icon name="external" size={18} />
      Share
    </button>
  );
}
