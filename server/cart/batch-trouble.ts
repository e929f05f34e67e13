import type { BatchTrouble } from '../../contract/cart.ts';

/**
 * Why a batch can't be booked; null if it can. `today` is the date in the academy's time zone. A batch that starts
 * today has started.
 */
export function batchTrouble(
  batch: { start_date: string; status: 'open' | 'closed'; available: number },
  today: string,
): BatchTrouble | null {
  if (batch.start_date <= today) return 'started';
  if (batch.status === 'closed') return 'closed';
  return batch.available <= 0 ? 'full' : null;
}
