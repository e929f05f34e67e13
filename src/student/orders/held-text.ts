import { formatDeadline } from '../../lib/format/format.ts';

/**
 * Whether the hold on the seats of an unpaid order has ended. If so, the payment session at the provider has ended too.
 * `until`: when the hold ends; null or undefined if that is not known, for which the result is false.
 */
export const isHoldOver = (until: string | null | undefined, now: number) => Boolean(until && Date.parse(until) <= now);

/** Says until when the seats of an unpaid order are held. `until`: ISO 8601; null if it is not known. */
export function heldText(until: string | null | undefined, now: number): string {
  if (!until) return 'Your seats are held for a while.';
  if (isHoldOver(until, now)) return 'The time for which your seats were held is over.';
  return `Your seats are held until ${formatDeadline(until).split(', ')[1]}.`;
}
