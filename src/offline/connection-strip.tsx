import { type ComponentType, lazy, Suspense } from 'react';
import type { ConnectionState } from './connection/connection.ts';
import { useConnection } from './connection/page-connection.ts';
import classes from './connection-strip.module.css';

// The age of the content is shown only offline, so its code is loaded on demand. If that fails, the strip shows no age.
const SavedAge = lazy<ComponentType>(() =>
  import('./saved/saved-age.tsx').then(
    (module) => ({ default: module.SavedAge }),
    () => ({ default: () => null }),
  ),
);

const texts: Partial<Record<ConnectionState, string>> = {
  offline: 'You are offline.',
  portal: 'This network does not connect to our site. You may have to sign in to the network first.',
};

/**
 * Says at the top of the page that the server cannot be reached, and how old the content is. Empty while it responds.
 */
export function ConnectionStrip() {
  const state = useConnection();
  const text = texts[state];
  return (
    <div role="status" className={`screen-only ${classes.region}`}>
      {text ? (
        <p className={`wide center ink ${classes.strip}`}>
          <strong>{text}</strong>{' '}
          <Suspense fallback={null}>
            <SavedAge />
          </Suspense>
        </p>
      ) : null}
    </div>
  );
}
