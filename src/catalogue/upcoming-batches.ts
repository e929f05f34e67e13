import type { Batch } from '../../contract/batch.ts';
import { compareDays } from '../../contract/days.ts';

/** Whether the batch can be booked: it is open, has seats and starts after `today`, the current day at the academy. */
export function isBookable(batch: Batch, today: string): boolean {
  return batch.status === 'open' && batch.available > 0 && batch.start_date > today;
}

/** Batches that start after `today`, earliest first. */
export function upcomingBatches(batches: readonly Batch[], today: string): Batch[] {
  return batches
    .filter((batch) => batch.start_date > today)
    .toSorted((one, other) => compareDays(one.start_date, other.start_date));
}

/** The batches with a waiting list: open for booking, full and not started. */
export function fullBatches(batches: readonly Batch[], today: string): Batch[] {
  return upcomingBatches(batches, today).filter(({ status, available }) => status === 'open' && available === 0);
}

/** The next batch that can be booked. */
export function nextBookable(batches: readonly Batch[], today: string): Batch | undefined {
  return upcomingBatches(batches, today).find((batch) => isBookable(batch, today));
}

const maxBatchesOnCard = 3;

/**
 * The batches for a course card: the next few bookable ones or, if none is bookable, the next full one. With several, a
 * card saved offline still names a future batch weeks later.
 */
export function cardBatches(batches: readonly Batch[], today: string): Batch[] {
  const bookable = upcomingBatches(batches, today).filter((batch) => isBookable(batch, today));
  return bookable.length > 0 ? bookable.slice(0, maxBatchesOnCard) : fullBatches(batches, today).slice(0, 1);
}
