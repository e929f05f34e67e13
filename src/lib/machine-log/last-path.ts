import type { MachineStep } from './machine-step.ts';

const maxSteps = 12;

function stateText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([outer, inner]) => `${outer}.${stateText(inner)}`)
    .join(' ');
}

/** Removes the `xstate.` prefix from events about an actor's start and end, and about delays. */
const eventText = (event: string): string => event.replace(/^xstate\.(init|stop|after\b|(?:done|error)\.actor)/, '$1');

/**
 * The last steps of the page's state machines as text for an error report, oldest first, such as `login:
 * password.submit > checking`. The text contains only names of machines, events and states: no event data and no
 * personal data.
 */
export function lastPath(recent: readonly Pick<MachineStep, 'machine' | 'event' | 'value'>[]): string {
  const steps = recent.slice(-maxSteps);
  return steps.map(({ machine, event, value }) => `${machine}: ${eventText(event)} > ${stateText(value)}`).join('; ');
}
