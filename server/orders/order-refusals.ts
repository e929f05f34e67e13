import type { BookingSettings } from '../../contract/booking.ts';
import type { LineTrouble } from '../../contract/cart.ts';
import type { CartChange, Quote } from '../../contract/orders.ts';
import { profileSchema, requiredProfileFields } from '../../contract/student.ts';
import { Refusal } from '../http/refusal.ts';
import type { BuyLine } from './order-parts.ts';
import { isSameQuote, toQuote } from './quote.ts';

/** Profile fields as stored. */
export type BuyerProfile = Record<(typeof requiredProfileFields)[number], string | null> & { allowed_booking: boolean };
/** What the screen showed, as far as the call tells. */
export type Shown = { terms_version?: string | undefined; quote?: Quote | undefined };

const batchTexts: Record<LineTrouble, [code: string, text: string]> = {
  booked: ['ALREADY_BOOKED', 'You have already booked this batch.'],
  full: ['BATCH_FULL', 'No seats are available for this batch.'],
  closed: ['BATCH_CLOSED', 'This batch is no longer available for booking.'],
  started: ['BATCH_STARTED', 'This batch has already started.'],
};

/** 409 with `data { course_id, batch_id }`. */
export function refuseBatch(trouble: LineTrouble, courseId: number, batchId: number): Refusal {
  const [code, text] = batchTexts[trouble];
  return new Refusal(409, code, text, { data: { course_id: courseId, batch_id: batchId } });
}

/** 409 with `data { order_id, attempt_id }`: what may still be paid is not paid twice. */
export const paymentPending = (orderId: string, attemptId: string) =>
  new Refusal(409, 'PAYMENT_PENDING', 'Payment pending, do not pay again.', {
    data: { order_id: orderId, attempt_id: attemptId },
  });

/** 503: others hold the student or a batch locked. */
export const lockedOut = () =>
  new Refusal(503, 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfter: 2 });

/** 503; the log tells `cause`. */
export const providerUnavailable = (cause: unknown) =>
  new Refusal(503, 'PROVIDER_UNAVAILABLE', 'Payment is not available right now. Please try again.', {
    retryAfter: 5,
    cause,
  });

const checkoutProfile = profileSchema.pick({
  first_name: true,
  last_name: true,
  email: true,
  mobile: true,
  whatsapp_number: true,
  dob: true,
});

/** @throws Refusal 409 PROFILE_INCOMPLETE with the profile form's own texts in `fields` */
export function requireProfile(profile: BuyerProfile): void {
  const filled = Object.fromEntries(requiredProfileFields.map((name) => [name, profile[name] ?? '']));
  const checked = checkoutProfile.safeParse(filled);
  if (checked.success) return;
  const fields: Record<string, string> = {};
  for (const issue of checked.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new Refusal(409, 'PROFILE_INCOMPLETE', 'Please complete your details to proceed.', { fields });
}

/** @throws Refusal 409 BOOKING_CLOSED, BOOKING_NOT_ALLOWED */
export function requireBooking(settings: BookingSettings | null, profile: BuyerProfile): asserts settings {
  if (!settings?.enable_booking) throw new Refusal(409, 'BOOKING_CLOSED', 'Online booking is closed at present.');
  if (!profile.allowed_booking) {
    const text = 'Booking is not enabled for your account. Please contact admissions.';
    throw new Refusal(409, 'BOOKING_NOT_ALLOWED', text);
  }
}

/**
 * What was shown must still hold (decisions, `POST /orders/create`); a call that tells nothing is accepted.
 * @throws Refusal 409 CART_EMPTY, TERMS_NOT_ACCEPTED, CART_CHANGED with a `CartChange`
 */
export function requireUnchanged(lines: readonly BuyLine[], shown: Shown, termsVersion: string): void {
  if (lines.length === 0) throw new Refusal(409, 'CART_EMPTY', 'Your cart is empty.');
  const { terms_version, quote } = shown;
  if (terms_version === '' || (quote && terms_version === undefined))
    throw new Refusal(409, 'TERMS_NOT_ACCEPTED', 'You must accept the Terms & Conditions');
  const now = toQuote(lines);
  const isCurrent = terms_version === undefined || terms_version === termsVersion;
  if (isCurrent && (!quote || isSameQuote(quote, now))) return;
  const data: CartChange = { before: { ...quote, terms_version }, after: { ...now, terms_version: termsVersion } };
  throw new Refusal(409, 'CART_CHANGED', 'Your cart has changed. Please review it again.', { data });
}

/** @throws Refusal 409 ALREADY_BOOKED, BATCH_CLOSED, BATCH_STARTED */
export function requireBookable(lines: readonly BuyLine[]): void {
  for (const { course, batch, trouble } of lines.flatMap((line) => line.courses))
    if (trouble) throw refuseBatch(trouble, course.id, batch.id);
}
