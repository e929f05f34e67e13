import { formatInstant } from '../lib/format.ts';
import classes from './as-of.module.css';

/** When what is shown was true: `as of 14:05`, with the day where it is not today. `at` and `now` in ms. */
export function asOfText(at: number, now: number): string {
  const [day, time] = formatInstant(at).split(', ');
  return formatInstant(now).startsWith(`${day},`) ? `as of ${time}` : `as of ${formatInstant(at)}`;
}

/** A quiet line above what the device kept. */
export function AsOf({ what, at }: { what: string; at: number }) {
  return (
    <p className={classes.asOf}>
      {what} <time dateTime={new Date(at).toISOString()}>{asOfText(at, Date.now())}</time>
    </p>
  );
}
