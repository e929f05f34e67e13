import type { BatchTrouble } from '../../contract/cart.ts';

type DatedBatch = { start_date: string; status: 'open' | 'closed' };

/**
 * Why a batch can't be booked, without regard to its free seats; null if it can. `today` is the date in the academy's
 * time zone. A batch that starts today counts as started.
 */
export function troubleBesidesSeats(batch: DatedBatch, today: string): Exclude<BatchTrouble, 'full'> | null {
  if (batch.start_date <= today) return 'started';
  return batch.status === 'closed' ? 'closed' : null;
}

/** Why a batch can't be booked; null if it can. `today` is the date in the academy's time zone. */
export function batchTrouble(batch: DatedBatch & { available: number }, today: string): BatchTrouble | null {
  return troubleBesidesSeats(batch, today) ?? (batch.available <= 0 ? 'full' : null);
}
