import type { MachineMoment } from './machine-moment.ts';

const mostSteps = 12;

function stateWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${stateWords(inner)}`)
    .join(' ');
}

/** Begins and ends of an actor without the library's prefix. */
const eventWords = (event: string): string => event.replace(/^xstate\.(init|stop|after\b|(?:done|error)\.actor)/, '$1');

/**
 * The last steps of the page's machines for a report of an error, the oldest first: names of machines, events and states, all
 * from the charts. What an event carried, typed or answered, is not in it, nor whose it was.
 */
export function lastPath(moments: readonly Pick<MachineMoment, 'machine' | 'event' | 'value'>[]): string {
  const steps = moments.slice(-mostSteps);
  return steps.map(({ machine, event, value }) => `${machine}: ${eventWords(event)} > ${stateWords(value)}`).join('; ');
}
