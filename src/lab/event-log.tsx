import { eventName, stateName } from '../../machines/paths/chart.ts';
import type { MachineStep } from '../lib/machine-log/machine-step.ts';
import classes from './lab-panel.module.css';

/** The list scrolls and has nothing else to focus, so it must be focusable itself for the keyboard to scroll it. */
const focusable = { tabIndex: 0 };
const timeFormat = new Intl.DateTimeFormat('en-IN', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

function eventWords({ event, words }: MachineStep): string {
  const name = event === 'xstate.init' ? 'begins' : event === 'xstate.stop' ? 'leaves the page' : eventName(event);
  return [name, ...Object.values(words).filter((word) => typeof word === 'string')].join(' ');
}

/** Events of a machine, the latest first. They contain nothing that was typed. */
export function EventLog({ steps }: { steps: readonly MachineStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className={classes.log} reversed aria-label="Events" {...focusable}>
      {steps.toReversed().map((step) => (
        <li key={step.number}>
          <time dateTime={new Date(step.at).toISOString()}>{timeFormat.format(step.at)}</time> {eventWords(step)} →{' '}
          <b>{stateName(step.value as string)}</b>
        </li>
      ))}
    </ol>
  );
}
