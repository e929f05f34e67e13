import type { BatchTrouble, CartAddCode } from '../../contract/cart.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { batchTrouble } from './batch-trouble.ts';

/** What the database knows of one chosen batch, before the add. */
export type ChosenFacts = {
  course_id: number;
  is_in_cart: boolean;
  batch: { course_id: number; status: 'open' | 'closed'; start_date: string; available: number } | null;
};

/** What became of an add: whether the thing is sold, what it consists of, and what was stored. */
export type AddFacts = {
  type: 'course' | 'package';
  is_sold: boolean;
  course_ids: number[];
  chosen: ChosenFacts[];
  items_stored: number;
  batches_stored: number;
};

const texts: Record<CartAddCode, string> = {
  COURSE_ALREADY_IN_CART: 'Course already exist in cart', // sic
  PACKAGE_ALREADY_IN_CART: 'Package already exists in cart',
  BATCH_FULL: 'No seats are available for this batch.',
  BATCH_CLOSED: 'This batch is no longer available for booking.',
  BATCH_STARTED: 'This batch has already started.',
  BATCH_NOT_OF_COURSE: 'This batch does not belong to the course.',
  PACKAGE_INCOMPLETE: 'Please select batches for all courses',
};

const codes: Record<BatchTrouble, CartAddCode> = {
  full: 'BATCH_FULL',
  closed: 'BATCH_CLOSED',
  started: 'BATCH_STARTED',
};

const refuse = (code: CartAddCode) => new Refusal(409, code, texts[code]);

/** Why an add is refused; null where it stands. */
export function addRefusal(facts: AddFacts, today: string): Refusal | null {
  const { chosen, course_ids } = facts;
  if (!facts.is_sold) return notFound();
  if (facts.items_stored === 0)
    return refuse(facts.type === 'course' ? 'COURSE_ALREADY_IN_CART' : 'PACKAGE_ALREADY_IN_CART');
  const isComplete =
    chosen.length === course_ids.length && course_ids.every((id) => chosen.some((one) => one.course_id === id));
  if (!isComplete) return refuse('PACKAGE_INCOMPLETE');
  if (chosen.some((one) => one.is_in_cart)) return refuse('COURSE_ALREADY_IN_CART');
  for (const { course_id, batch } of chosen) {
    if (!batch) return notFound();
    if (batch.course_id !== course_id) return refuse('BATCH_NOT_OF_COURSE');
    const trouble = batchTrouble(batch, today);
    if (trouble) return refuse(codes[trouble]);
  }
  // Another call took one of the courses between our reading and our writing.
  return facts.batches_stored < chosen.length ? refuse('COURSE_ALREADY_IN_CART') : null;
}
