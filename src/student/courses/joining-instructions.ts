import type { Joining } from '../../../contract/joining.ts';

/** How a course is held, with the e-learning that comes before it. */
export function modeOf({ joining: { e_learning, e_learning_hours: hours } }: { joining: Joining }): string {
  if (!e_learning) return 'In person';
  return `In person, after e-learning${hours ? ` of ${hours} hours` : ''}`;
}
