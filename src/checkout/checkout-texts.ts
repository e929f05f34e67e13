import type { BatchDays, Price } from '../../contract/batch.ts';
import type { LineTrouble } from '../../contract/cart.ts';
import type { OrderRefusal, OrderRefusalCode } from '../../machines/checkout.context.ts';
import type { QuoteChange } from '../../machines/order-quote.ts';
import { tooManyLinesAdvice, tooManyLinesTitle } from '../cart/cart-texts.ts';
import { formatDays, formatTotal } from '../lib/format/format.ts';

const daysText = ({ start_date, end_date }: BatchDays) => formatDays(start_date, end_date);

export const bookingClosed = 'Online booking is closed at present.';
export const termsNeeded = 'You must accept the Terms & Conditions';

/** Text for a refused order. `next`: where the student can go next. */
type RefusalText = { title: string; advice: string; next: 'review' | 'details' | 'cart' | 'courses' };

const crowdedAdvice =
  'Nothing was charged. Each unpaid seat is released after 25 minutes at the latest. Try again later or over another connection, or choose another batch.';
const changeBatch = 'Nothing was charged. Choose another batch, or remove the course from your cart.';

/** Texts for a refused order, keyed by the error code in the server's response. */
const refusalTexts: Record<OrderRefusalCode, RefusalText> = {
  CART_EMPTY: { title: 'Your cart is empty.', advice: 'Nothing was charged.', next: 'courses' },
  TERMS_NOT_ACCEPTED: {
    title: termsNeeded,
    advice: 'Read the booking terms and tick the box below them.',
    next: 'review',
  },
  PROFILE_INCOMPLETE: {
    title: 'Please complete your details to proceed.',
    advice: 'Nothing was charged. Your cart and your choices are saved.',
    next: 'details',
  },
  TOO_MANY_LINES: { title: tooManyLinesTitle, advice: `Nothing was charged. ${tooManyLinesAdvice}`, next: 'cart' },
  TOO_MANY_HOLDS: {
    title: 'Too many unpaid seats of a batch in your order are held from your network.',
    advice: crowdedAdvice,
    next: 'review',
  },
  BOOKING_NOT_ALLOWED: {
    title: 'Booking is not enabled for your account. Please contact admissions.',
    advice: 'Nothing was charged. Your cart is saved.',
    next: 'cart',
  },
  BOOKING_CLOSED: { title: bookingClosed, advice: 'Nothing was charged. Your cart is saved.', next: 'cart' },
  PROVIDER_UNAVAILABLE: {
    title: 'Payment is not available right now.',
    advice: 'Nothing was charged. Go back to your order and try again in a moment.',
    next: 'review',
  },
  ALREADY_BOOKED: { title: 'You have already booked a batch in your order.', advice: changeBatch, next: 'cart' },
  BATCH_FULL: { title: 'No seats are available for a batch in your order.', advice: changeBatch, next: 'cart' },
  BATCH_CLOSED: {
    title: 'A batch in your order is no longer available for booking.',
    advice: changeBatch,
    next: 'cart',
  },
  BATCH_STARTED: { title: 'A batch in your order has already started.', advice: changeBatch, next: 'cart' },
  UNKNOWN_ERROR: {
    title: 'Something went wrong.',
    advice: 'Your order was not placed and nothing was charged. Go back to it and try again.',
    next: 'review',
  },
};

/** The text for a refused order. If the error code is unknown, the title is the server's message. */
export function refusalText({ code, message }: OrderRefusal): RefusalText {
  const text = refusalTexts[code];
  return code === 'UNKNOWN_ERROR' && message ? { ...text, title: message } : text;
}

/**
 * Texts for each reason why a batch can no longer be booked. `was`: the batch's state when the student chose it.
 * `now`: its state now.
 */
export const availabilityTexts: Record<LineTrouble, { was: string; now: string }> = {
  full: { was: 'seats left', now: 'no seats left' },
  closed: { was: 'open for booking', now: 'withdrawn from booking' },
  started: { was: 'still to begin', now: 'already started' },
  booked: { was: 'not booked yet', now: 'already booked by you' },
};

export const termsChanged = 'The booking terms have changed. Please read and accept them again.';

/**
 * Describes in a sentence one change to the order since the student last saw it. `years`: the prices by year if the
 * changed line is a programme that is paid year by year; `change` has only the price of year 1.
 */
export function changeText(change: QuoteChange, years?: Price['by_year']): string {
  if (change.kind === 'terms') return termsChanged;
  if (change.kind === 'total') return `The total is now ${formatTotal(change.now)} (was ${formatTotal(change.was)}).`;
  const { name } = change;
  if (change.kind === 'price') {
    const costs = `now costs ${formatTotal(change.now)} (was ${formatTotal(change.was)})`;
    if (!years) return `${name} ${costs}.`;
    return `Year 1 of ${name} ${costs}, total ${formatTotal(years.total)} over ${years.years} years.`;
  }
  if (change.kind === 'added') return `${name} was added to your cart.`;
  if (change.kind === 'removed') return `${name} is no longer in your cart.`;
  const course = change.type === 'package' ? `${change.courseName} in ${name}` : name;
  if (change.kind === 'unavailable') {
    const { was, now } = availabilityTexts[change.trouble];
    return `${course}, ${daysText(change.days)}: ${now} (${was} when you chose it).`;
  }
  return `${course} is now on ${daysText(change.now)}${change.was ? ` (was ${daysText(change.was)})` : ''}.`;
}
