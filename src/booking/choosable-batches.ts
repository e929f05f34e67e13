import type { Batch } from '../../contract/batch.ts';
import { isBookable, upcomingBatches } from '../catalogue/upcoming-batches.ts';

/**
 * The batches that can be chosen on `today`, a date in the academy's time zone: open, with seats, not started; earliest
 * first.
 */
export function choosableBatches(batches: readonly Batch[], today: string): Batch[] {
  return upcomingBatches(batches, today).filter((batch) => isBookable(batch, today));
}
