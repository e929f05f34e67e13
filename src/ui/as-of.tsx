import { asOfText } from '../lib/as-of-text.ts';
import classes from './as-of.module.css';

/** A quiet line above what the device kept. `at` in ms. */
export function AsOf({ what, at }: { what: string; at: number }) {
  return (
    <p className={classes.asOf}>
      {what} <time dateTime={new Date(at).toISOString()}>{asOfText(at, Date.now())}</time>
    </p>
  );
}
