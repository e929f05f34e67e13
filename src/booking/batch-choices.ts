import type { Batch } from '../../contract/batch.ts';
import { isBookable, upcomingBatches } from '../catalogue/upcoming-batches.ts';

/** The batches that can be chosen on the academy day `today`: open, with seats, not begun; earliest first. */
export function batchChoices(batches: readonly Batch[], today: string): Batch[] {
  return upcomingBatches(batches, today).filter((batch) => isBookable(batch, today));
}
