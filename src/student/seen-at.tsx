import { formatInstant } from '../lib/format.ts';
import { useConnection } from '../offline/page-connection.ts';
import classes from './seen-at.module.css';

/** How old a list is that the device kept; nothing while the server can be reached. `at` in ms. */
export function SeenAt({ at }: { at: number }) {
  const connection = useConnection();
  if (connection !== 'offline' && connection !== 'portal') return null;
  return <p className={classes.seen}>Saved on this device, as of {formatInstant(at)}.</p>;
}
