import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import {
  bookHolds,
  extendHolds,
  insertBookings,
  lockBatches,
  openBatches,
  openingBatches,
  releaseSeats,
  type SeatDemand,
  takingSeats,
} from './seats.repo.ts';

type Tx = Transaction<Database>;

/**
 * Turns the order's holds into bookings and takes again what was lost meanwhile, all or nothing; locks the batches.
 * False, with no seat left to the order, where a batch refuses. `firstStart` as in `openBatches`.
 */
async function bookSeats(tx: Tx, orderId: string, demand: readonly SeatDemand[], firstStart: string): Promise<boolean> {
  const batchIds = demand.map((one) => one.batch_id);
  await lockBatches(tx, batchIds, orderId);
  const kept = new Set(await bookHolds(tx, orderId));
  const lost = demand.filter((one) => !kept.has(one.batch_id));
  if (lost.length === 0) return true;
  const lostIds = lost.map((one) => one.batch_id);
  const open = new Map((await openBatches(tx, lostIds, firstStart, true)).map((one) => [one.batch_id, one]));
  const isFit = ({ batch_id, seats: wanted }: SeatDemand) => {
    const batch = open.get(batch_id);
    return batch !== undefined && !batch.trouble && batch.free >= wanted;
  };
  if (!lost.every(isFit)) {
    await releaseSeats(tx, orderId);
    return false;
  }
  await takingSeats(lost).execute(tx);
  await insertBookings(tx, orderId, lost);
  return true;
}

/** Seats of batches as the orders use them, in a transaction of theirs. */
export const seats = {
  lock: lockBatches,
  open: openBatches,
  opening: openingBatches,
  taking: takingSeats,
  release: releaseSeats,
  extend: extendHolds,
  book: bookSeats,
};
