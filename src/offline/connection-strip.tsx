import { Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import type { ConnectionState } from './connection/connection.ts';
import { useConnection } from './connection/page-connection.ts';
import { useUnreachable } from './connection/unreachable.ts';
import classes from './connection-strip.module.css';

// The age of the content is shown only offline, so the component that shows it is loaded on demand. Until the component
// is loaded, the strip shows no age.
const SavedAge = lazyPart(() => import('./saved/saved-age.tsx').then((module) => ({ default: module.SavedAge })));

/**
 * The states of the connection in which the strip is shown, each with the advice that follows the reason why our server
 * cannot be reached.
 */
const advice: Partial<Record<ConnectionState, string>> = {
  offline: '',
  portal: ' You may have to sign in to the network first.',
  serverDown: ' We keep trying.',
};

/**
 * Says at the top of the page that the server cannot be reached, and how old the content is. Empty while the server can
 * be reached.
 */
export function ConnectionStrip() {
  const more = advice[useConnection()];
  const { reason } = useUnreachable();
  return (
    <div role="status" className={`screen-only ${classes.region}`}>
      {more !== undefined ? (
        <p className={`wide center ink ${classes.strip}`}>
          <strong>{`${reason}.${more}`}</strong>{' '}
          <Suspense fallback={null}>
            <SavedAge />
          </Suspense>
        </p>
      ) : null}
    </div>
  );
}
