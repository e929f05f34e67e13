import type { BatchTrouble, CartAddCode, CartSwapCode } from '../../contract/cart.ts';
import { Refusal } from '../http/refusal.ts';

const texts: Record<CartAddCode | CartSwapCode, string> = {
  COURSE_ALREADY_IN_CART: 'Course already exist in cart', // sic
  PACKAGE_ALREADY_IN_CART: 'Package already exists in cart',
  BATCH_FULL: 'No seats are available for this batch.',
  BATCH_CLOSED: 'This batch is no longer available for booking.',
  BATCH_STARTED: 'This batch has already started.',
  BATCH_NOT_OF_COURSE: 'This batch does not belong to the course.',
  ALREADY_BOOKED: 'You have already booked this batch.',
  PACKAGE_INCOMPLETE: 'Please select batches for all courses',
  NOT_IN_CART: 'This course is no longer in your cart.',
};

const codes = { full: 'BATCH_FULL', closed: 'BATCH_CLOSED', started: 'BATCH_STARTED' } as const;

/** 409 with a code of the cart. */
export const refuse = (code: CartAddCode | CartSwapCode, told: { data?: unknown } = {}) =>
  new Refusal(409, code, texts[code], told);

/** 409 for a batch in which the student has a seat, with `data { course_id, batch_id }`. */
export const refuseBooked = (courseId: number, batchId: number) =>
  refuse('ALREADY_BOOKED', { data: { course_id: courseId, batch_id: batchId } });

/** 409 for a batch that cannot be booked. */
export const refuseTrouble = (trouble: BatchTrouble) => refuse(codes[trouble]);
