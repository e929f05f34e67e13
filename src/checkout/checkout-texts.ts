import type { LineTrouble } from '../../contract/cart.ts';
import type { BatchDays, OrderRefusal, OrderRefusalCode, QuoteChange } from '../../machines/checkout.types.ts';
import { formatDays, formatTotal } from '../lib/format.ts';

const daysText = ({ start_date, end_date }: BatchDays) => formatDays(start_date, end_date);

export const bookingClosed = 'Online booking is closed at present.';
export const termsNeeded = 'You must accept the Terms & Conditions';

/** Where a refusal leads on: back to the review, the details, the cart, or to other courses. */
export type WayOn = 'review' | 'details' | 'cart' | 'courses';
export type RefusalText = { title: string; advice: string; way: WayOn };

const changeBatch = 'Nothing was charged. Choose another batch, or remove the course from your cart.';

/** What a refused order says, by code (decisions, "Answers"), and how it goes on. */
const refusalTexts: Record<OrderRefusalCode, RefusalText> = {
  CART_EMPTY: { title: 'Your cart is empty.', advice: 'Nothing was charged.', way: 'courses' },
  TERMS_NOT_ACCEPTED: {
    title: termsNeeded,
    advice: 'Read the booking terms and tick the box below them.',
    way: 'review',
  },
  PROFILE_INCOMPLETE: {
    title: 'Please complete your details to proceed.',
    advice: 'Nothing was charged. Your cart and your choices are kept.',
    way: 'details',
  },
  BOOKING_NOT_ALLOWED: {
    title: 'Booking is not enabled for your account. Please contact admissions.',
    advice: 'Nothing was charged. Your cart is kept.',
    way: 'cart',
  },
  BOOKING_CLOSED: { title: bookingClosed, advice: 'Nothing was charged. Your cart is kept.', way: 'cart' },
  PROVIDER_UNAVAILABLE: {
    title: 'Payment is not available right now.',
    advice: 'Nothing was charged. Go back to your order and try again in a moment.',
    way: 'review',
  },
  ALREADY_BOOKED: { title: 'You have already booked a batch of your order.', advice: changeBatch, way: 'cart' },
  BATCH_FULL: { title: 'No seats are available for a batch in your order.', advice: changeBatch, way: 'cart' },
  BATCH_CLOSED: {
    title: 'A batch in your order is no longer available for booking.',
    advice: changeBatch,
    way: 'cart',
  },
  BATCH_STARTED: { title: 'A batch in your order has already started.', advice: changeBatch, way: 'cart' },
  BATCH_NOT_OF_COURSE: {
    title: 'A batch in your order does not belong to its course.',
    advice: changeBatch,
    way: 'cart',
  },
  PACKAGE_INCOMPLETE: {
    title: 'A package in your order lacks a batch.',
    advice: 'Nothing was charged. Remove the package and choose a batch for each of its courses.',
    way: 'cart',
  },
  COURSE_ALREADY_IN_CART: {
    title: 'A course stands twice in your order.',
    advice: 'Nothing was charged. Remove one of the two from your cart.',
    way: 'cart',
  },
  PACKAGE_ALREADY_IN_CART: {
    title: 'A package stands twice in your order.',
    advice: 'Nothing was charged. Remove one of the two from your cart.',
    way: 'cart',
  },
  UNKNOWN_ERROR: {
    title: 'Something went wrong.',
    advice: 'Your order was not placed and nothing was charged. Go back to it and try again.',
    way: 'review',
  },
};

/** An unknown code shows the server's words. */
export function refusalText({ code, message }: OrderRefusal): RefusalText {
  const text = refusalTexts[code];
  return code === 'UNKNOWN_ERROR' && message ? { ...text, title: message } : text;
}

/** What a batch was when the student chose it, and what it is now. */
export const standings: Record<LineTrouble, { was: string; now: string }> = {
  full: { was: 'seats left', now: 'no seats left' },
  closed: { was: 'open for booking', now: 'withdrawn from booking' },
  started: { was: 'still to begin', now: 'already started' },
  booked: { was: 'not booked yet', now: 'already booked by you' },
};

export const termsChanged = 'The booking terms have changed. Please read and accept them again.';

/** One change in words. */
export function changeText(change: QuoteChange): string {
  if (change.kind === 'terms') return termsChanged;
  if (change.kind === 'total') return `The total is now ${formatTotal(change.now)} (was ${formatTotal(change.was)}).`;
  const { name } = change;
  if (change.kind === 'price') return `${name} now costs ${formatTotal(change.now)} (was ${formatTotal(change.was)}).`;
  if (change.kind === 'added') return `${name} was added to your cart.`;
  if (change.kind === 'removed') return `${name} is no longer in your cart.`;
  const course = change.type === 'package' ? `${change.courseName} in ${name}` : name;
  if (change.kind === 'unavailable') {
    const { was, now } = standings[change.trouble];
    return `${course}, ${daysText(change.days)}: ${now} (${was} when you chose it).`;
  }
  return `${course} is now on ${daysText(change.now)}${change.was ? ` (was ${daysText(change.was)})` : ''}.`;
}
