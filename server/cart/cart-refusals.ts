import { addToCart, type BatchTrouble, swapBatch } from '../../contract/cart.ts';
import { notFound, type Refusal, refuse } from '../http/refusal.ts';
import { batchTrouble } from './batch-trouble.ts';

const refusals = { ...addToCart.refusals, ...swapBatch.refusals };

const texts = {
  COURSE_ALREADY_IN_CART: 'Course already exist in cart', // The specification prescribes “exist” instead of “exists”.
  PACKAGE_ALREADY_IN_CART: 'Package already exists in cart',
  BATCH_FULL: 'No seats are available for this batch.',
  BATCH_CLOSED: 'This batch is no longer available for booking.',
  BATCH_STARTED: 'This batch has already started.',
  BATCH_NOT_OF_COURSE: 'This batch does not belong to the course.',
  ALREADY_BOOKED: 'You have already booked this batch.',
  PACKAGE_INCOMPLETE: 'Please select batches for all courses',
  NOT_IN_CART: 'This course is no longer in your cart.',
} as const satisfies Partial<Record<keyof typeof refusals, string>>;
type PlainCode = Exclude<keyof typeof texts, 'ALREADY_BOOKED'>;

const troubleCodes = { full: 'BATCH_FULL', closed: 'BATCH_CLOSED', started: 'BATCH_STARTED' } as const;

const refuseAs = (code: PlainCode) => refuse(refusals, code, texts[code]);

const refuseBooked = (courseId: number, batchId: number) =>
  refuse(refusals, 'ALREADY_BOOKED', texts.ALREADY_BOOKED, { data: { course_id: courseId, batch_id: batchId } });

const refuseTrouble = (trouble: BatchTrouble) => refuseAs(troubleCodes[trouble]);

/**
 * A batch that a student chose for an item, as it was before the item was added. `batch` is null if the chosen batch
 * does not exist.
 */
type ChosenBatch = {
  course_id: number;
  is_in_cart: boolean;
  batch: {
    id: number;
    course_id: number;
    status: 'open' | 'closed';
    start_date: string;
    available: number;
    /** True if the student has booked a seat in this batch. */
    is_booked: boolean;
  } | null;
};

/**
 * What the database found out while it stored an item: whether the item is on sale, its courses, the chosen batches,
 * and which rows were stored.
 */
export type AddFacts = {
  type: 'course' | 'package';
  is_sold: boolean;
  course_ids: number[];
  chosen: ChosenBatch[];
  /** The id of the row that was inserted into `cart_items`; null if the item was already in the cart. */
  item_id: number | null;
  batches_stored: number;
};

/** Returns the reason to refuse an added item, or null if it may be in the cart. */
export function addRefusal(facts: AddFacts, today: string): Refusal | null {
  const { chosen, course_ids } = facts;
  if (!facts.is_sold) return notFound();
  if (facts.item_id === null)
    return refuseAs(facts.type === 'course' ? 'COURSE_ALREADY_IN_CART' : 'PACKAGE_ALREADY_IN_CART');
  const isComplete =
    chosen.length === course_ids.length && course_ids.every((id) => chosen.some((one) => one.course_id === id));
  if (!isComplete) return refuseAs('PACKAGE_INCOMPLETE');
  if (chosen.some((one) => one.is_in_cart)) return refuseAs('COURSE_ALREADY_IN_CART');
  for (const { course_id, batch } of chosen) {
    if (!batch) return notFound();
    if (batch.course_id !== course_id) return refuseAs('BATCH_NOT_OF_COURSE');
    // Check `is_booked` before `batchTrouble`: the batch may be full only because this student booked its last seat.
    if (batch.is_booked) return refuseBooked(course_id, batch.id);
    const trouble = batchTrouble(batch, today);
    if (trouble) return refuseTrouble(trouble);
  }
  // If fewer batches were stored than chosen, a concurrent call has just added one of the courses to the cart.
  return facts.batches_stored < chosen.length ? refuseAs('COURSE_ALREADY_IN_CART') : null;
}

/**
 * What the database returned about a swap of batches in the cart: the new batch, whether the cart line is still on
 * sale, and whether the new batch was stored.
 */
export type SwapFacts = {
  course_id: number;
  batch: ChosenBatch['batch'];
  is_sold: boolean;
  is_swapped: boolean;
};

/** Returns the reason to refuse a swap of batches, or null if it is allowed. */
export function swapRefusal({ course_id, batch, is_sold, is_swapped }: SwapFacts, today: string): Refusal | null {
  if (!batch) return notFound();
  if (batch.course_id !== course_id) return refuseAs('BATCH_NOT_OF_COURSE');
  if (!is_swapped) return refuseAs('NOT_IN_CART');
  if (batch.is_booked) return refuseBooked(course_id, batch.id);
  const trouble = is_sold ? batchTrouble(batch, today) : 'closed';
  return trouble ? refuseTrouble(trouble) : null;
}
