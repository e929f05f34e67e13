import { type ComponentType, lazy, Suspense } from 'react';
import type { ConnectionState } from './connection.ts';
import classes from './connection-strip.module.css';
import { useConnection } from './page-connection.ts';

// Only who reads without a connection needs it. Without it the strip stands as well.
const SavedAge = lazy<ComponentType>(() =>
  import('./saved-age.tsx').then(
    (module) => ({ default: module.SavedAge }),
    () => ({ default: () => null }),
  ),
);

const texts: Partial<Record<ConnectionState, string>> = {
  offline: 'You are offline.',
  portal: 'This network does not reach us. It may want you to sign in to it first.',
};

/** What is true of the connection and how old the page is, at its top; nothing while the server answers. */
export function ConnectionStrip() {
  const state = useConnection();
  const text = texts[state];
  return (
    <div role="status" className={classes.region}>
      {text ? (
        <p className={classes.strip}>
          <strong>{text}</strong>{' '}
          <Suspense fallback={null}>
            <SavedAge />
          </Suspense>
        </p>
      ) : null}
    </div>
  );
}
