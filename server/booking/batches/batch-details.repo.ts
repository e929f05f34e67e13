import type { BatchSession } from '../../../contract/days.ts';
import type { Tx } from '../../db/schema.ts';
import {
  type Calendar,
  closeBatch,
  openBatch,
  readSessions,
  replaceSessions,
  requireBatch,
  requirePlace,
  setCapacity,
  setOfficeSeats,
} from './batch-change.repo.ts';
import { retimedSessions } from './session-days.ts';

/**
 * The details of a batch that can change, other than dates. Undefined leaves a detail unchanged; null removes the
 * venue, the instructor or the times.
 */
type BatchDetails = {
  capacity?: number | undefined;
  office_seats?: number | undefined;
  venue_id?: string | null | undefined;
  instructor_id?: string | null | undefined;
  times?: Omit<BatchSession, 'day'> | null | undefined;
  status?: 'open' | 'closed' | undefined;
};

async function changePlace(tx: Tx, id: number, { venue_id, instructor_id }: BatchDetails): Promise<void> {
  const place = {
    ...(venue_id === undefined ? {} : { venue_id }),
    ...(instructor_id === undefined ? {} : { instructor_id }),
  };
  if (Object.keys(place).length === 0) return;
  await requirePlace(tx, place);
  await tx.updateTable('batches').set(place).where('id', '=', id).execute();
}

/**
 * Changes capacity, venue, instructor, times and status of a batch in one transaction. A higher capacity is set before
 * the number of office seats, a lower one after it, because the office seats must never exceed the capacity.
 * @throws BatchRefusal
 */
export async function changeDetails(tx: Tx, id: number, change: BatchDetails, on: Calendar): Promise<void> {
  const batch = await requireBatch(tx, id);
  const { capacity, office_seats, times, status } = change;
  const resize = async () => void (capacity !== undefined && (await setCapacity(tx, id, capacity)));
  const grows = capacity !== undefined && capacity > batch.capacity;
  if (grows) await resize();
  if (office_seats !== undefined) await setOfficeSeats(tx, id, office_seats);
  if (!grows) await resize();
  await changePlace(tx, id, change);
  if (times === null) await replaceSessions(tx, id, []);
  if (times) await replaceSessions(tx, id, retimedSessions(await readSessions(tx, id), batch, times, on.calendar));
  if (status === 'open') await openBatch(tx, id, on.today);
  if (status === 'closed') await closeBatch(tx, id);
}
