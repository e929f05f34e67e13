import { formatInstant } from '../lib/format.ts';
import type { ConnectionState } from './connection.ts';
import classes from './connection-strip.module.css';
import { useConnection } from './page-connection.ts';
import { queryStore } from './query-store.ts';
import { useAsOf } from './use-as-of.ts';

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
          <strong>{text}</strong> <SavedAge />
        </p>
      ) : null}
    </div>
  );
}

function SavedAge() {
  const asOf = useAsOf();
  return asOf && !queryStore.isRefused ? <>You see what was saved, as of {formatInstant(asOf)}.</> : null;
}
