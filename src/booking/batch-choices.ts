import type { Batch } from '../../contract/batch.ts';
import { isBookable, upcomingBatches } from '../catalogue/upcoming-batches.ts';
import { formatDays } from '../lib/format.ts';

/** The batches that can be chosen on the academy day `today`: open, with seats, not begun; earliest first. */
export function batchChoices(batches: readonly Batch[], today: string): Batch[] {
  return upcomingBatches(batches, today).filter((batch) => isBookable(batch, today));
}

/** `3 Feb 2027 - 9 Feb 2027 (12 left)`: short, so that a phone's selector shows it whole. */
export function batchLabel({ start_date, end_date, available }: Batch): string {
  return `${formatDays(start_date, end_date)} (${available} left)`;
}
