import { asOfText } from '../lib/format/as-of-text.ts';
import classes from './as-of.module.css';

/** Says when the saved data below it was loaded. `at`: ms since the epoch. */
export function AsOf({ what, at }: { what: string; at: number }) {
  return (
    <p className={`soft small ${classes.asOf}`}>
      {what} <time dateTime={new Date(at).toISOString()}>{asOfText(at, Date.now())}</time>
    </p>
  );
}
