import type { Batch } from '../../contract/batch.ts';

/** Can be booked on the academy day `today`: open, with seats, and not begun (a batch that starts today has started). */
export function isBookable(batch: Batch, today: string): boolean {
  return batch.status === 'open' && batch.available > 0 && batch.start_date > today;
}

/** Batches that have not begun, earliest first. */
export function upcomingBatches(batches: readonly Batch[], today: string): Batch[] {
  return batches
    .filter((batch) => batch.start_date > today)
    .toSorted((one, other) => one.start_date.localeCompare(other.start_date));
}

const keptOnCard = 3;

/**
 * What a card needs: the next batches with seats, a few, so that a card saved for the voyage still names one later;
 * where all are taken, one of those.
 */
export function cardBatches(batches: readonly Batch[], today: string): Batch[] {
  const upcoming = upcomingBatches(batches, today);
  const bookable = upcoming.filter((batch) => isBookable(batch, today));
  return bookable.length > 0 ? bookable.slice(0, keptOnCard) : upcoming.slice(0, 1);
}
