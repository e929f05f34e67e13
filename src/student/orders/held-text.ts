import { formatInstant } from '../../lib/format/format.ts';

/**
 * Whether the time for which the seats of an unpaid order are held is over; false if the end of that time is not known.
 * The payment session at the provider ends earlier.
 */
export const isHoldOver = (until: string | null | undefined, now: number) => Boolean(until && Date.parse(until) <= now);

/** Says until when the seats of an unpaid order are held. `until`: ISO 8601; null if it is not known. */
export function heldText(until: string | null | undefined, now: number): string {
  if (!until) return 'Your seats are held for a while.';
  if (isHoldOver(until, now)) return 'The time for which your seats were held is over.';
  return `Your seats are held until ${formatInstant(until).split(', ')[1]}.`;
}
