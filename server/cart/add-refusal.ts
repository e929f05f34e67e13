import { notFound, type Refusal } from '../http/refusal.ts';
import { batchTrouble } from './batch-trouble.ts';
import { refuse, refuseBooked, refuseTrouble } from './refusals.ts';

/** What the database knows of one chosen batch, before the add. */
export type ChosenFacts = {
  course_id: number;
  is_in_cart: boolean;
  batch: {
    id: number;
    course_id: number;
    status: 'open' | 'closed';
    start_date: string;
    available: number;
    /** The student has a seat in it. */
    is_booked: boolean;
  } | null;
};

/** What became of an add: whether the thing is sold, what it consists of, and what was stored. */
export type AddFacts = {
  type: 'course' | 'package';
  is_sold: boolean;
  course_ids: number[];
  chosen: ChosenFacts[];
  /** The line that was stored; null where the cart had it. */
  item_id: number | null;
  batches_stored: number;
};

/** Why an add is refused; null where it stands. */
export function addRefusal(facts: AddFacts, today: string): Refusal | null {
  const { chosen, course_ids } = facts;
  if (!facts.is_sold) return notFound();
  if (facts.item_id === null)
    return refuse(facts.type === 'course' ? 'COURSE_ALREADY_IN_CART' : 'PACKAGE_ALREADY_IN_CART');
  const isComplete =
    chosen.length === course_ids.length && course_ids.every((id) => chosen.some((one) => one.course_id === id));
  if (!isComplete) return refuse('PACKAGE_INCOMPLETE');
  if (chosen.some((one) => one.is_in_cart)) return refuse('COURSE_ALREADY_IN_CART');
  for (const { course_id, batch } of chosen) {
    if (!batch) return notFound();
    if (batch.course_id !== course_id) return refuse('BATCH_NOT_OF_COURSE');
    // Before its other troubles: it may be full because of this very student.
    if (batch.is_booked) return refuseBooked(course_id, batch.id);
    const trouble = batchTrouble(batch, today);
    if (trouble) return refuseTrouble(trouble);
  }
  // Another call took one of the courses between our reading and our writing.
  return facts.batches_stored < chosen.length ? refuse('COURSE_ALREADY_IN_CART') : null;
}
