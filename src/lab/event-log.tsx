import { eventName, stateName } from '../../machines/paths/chart.ts';
import type { MachineMoment } from '../lib/machine-moment.ts';
import classes from './lab-panel.module.css';
import { scrolledByKeys } from './scrolled-by-keys.ts';

const clock = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function eventWords({ event, words }: MachineMoment): string {
  const name = event === 'xstate.init' ? 'begins' : event === 'xstate.stop' ? 'leaves the page' : eventName(event);
  return [name, ...Object.values(words).filter((word) => typeof word === 'string')].join(' ');
}

/** What the machine took in, the latest first. What was typed is not in it. */
export function EventLog({ moments }: { moments: readonly MachineMoment[] }) {
  if (moments.length === 0) return null;
  return (
    <ol className={classes.log} reversed aria-label="Events" {...scrolledByKeys}>
      {moments.toReversed().map((moment) => (
        <li key={moment.number}>
          <time dateTime={new Date(moment.at).toISOString()}>{clock.format(moment.at)}</time> {eventWords(moment)} →{' '}
          <b>{stateName(moment.value as string)}</b>
        </li>
      ))}
    </ol>
  );
}
