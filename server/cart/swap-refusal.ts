import { notFound, type Refusal } from '../http/refusal.ts';
import type { ChosenFacts } from './add-refusal.ts';
import { batchTrouble } from './batch-trouble.ts';
import { refuse, refuseBooked, refuseTrouble } from './refusals.ts';

/** What a swap met: the wanted batch, whether the line's course or package is still sold, and whether it was stored. */
export type SwapFacts = {
  course_id: number;
  batch: ChosenFacts['batch'];
  is_sold: boolean;
  is_swapped: boolean;
};

/** Why a swap is refused; null where it stands. */
export function swapRefusal({ course_id, batch, is_sold, is_swapped }: SwapFacts, today: string): Refusal | null {
  if (!batch) return notFound();
  if (batch.course_id !== course_id) return refuse('BATCH_NOT_OF_COURSE');
  if (!is_swapped) return refuse('NOT_IN_CART');
  if (batch.is_booked) return refuseBooked(course_id, batch.id);
  const trouble = is_sold ? batchTrouble(batch, today) : 'closed';
  return trouble ? refuseTrouble(trouble) : null;
}
