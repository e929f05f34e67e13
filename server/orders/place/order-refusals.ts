import type { BookingSettings } from '../../../contract/booking.ts';
import type { LineTrouble } from '../../../contract/cart.ts';
import { createOrder, type Quote } from '../../../contract/orders.ts';
import { profileSchema, requiredProfileFields } from '../../../contract/student.ts';
import { busy, type Refusal, refuse } from '../../http/refusal.ts';
import type { OrderLine } from '../order-deps.ts';
import { isSameQuote, toQuote } from './quote.ts';

/** The student's stored profile fields that checkout requires. */
export type BuyerProfile = Record<(typeof requiredProfileFields)[number], string | null> & { allowed_booking: boolean };
/** What the review screen showed the student, as far as the request reports it. */
export type Shown = { terms_version?: string | undefined; quote?: Quote | undefined };

const { refusals } = createOrder;

const batchTexts = {
  booked: ['ALREADY_BOOKED', 'You have already booked this batch.'],
  full: ['BATCH_FULL', 'No seats are available for this batch.'],
  closed: ['BATCH_CLOSED', 'This batch is no longer available for booking.'],
  started: ['BATCH_STARTED', 'This batch has already started.'],
} as const satisfies Record<LineTrouble, readonly [code: keyof typeof refusals, text: string]>;

/** 409 with `data { course_id, batch_id }`. */
export function batchRefusal(trouble: LineTrouble, courseId: number, batchId: number): Refusal {
  const [code, text] = batchTexts[trouble];
  return refuse(refusals, code, text, { data: { course_id: courseId, batch_id: batchId } });
}

/** 409 with `data { order_id, attempt_id }`: while a payment may still succeed, the student must not pay again. */
export const paymentPendingRefusal = (orderId: string, attemptId: string) =>
  refuse(refusals, 'PAYMENT_PENDING', 'Payment pending, do not pay again.', {
    data: { order_id: orderId, attempt_id: attemptId },
  });

/** 503: another transaction has locked the student or a batch. */
export const busyRefusal = () => busy();

const checkoutProfile = profileSchema.pick({
  first_name: true,
  last_name: true,
  email: true,
  mobile: true,
  whatsapp_number: true,
  dob: true,
});

/** @throws Refusal 409 PROFILE_INCOMPLETE with the profile form's error messages in `fields` */
export function requireProfile(profile: BuyerProfile): void {
  const filled = Object.fromEntries(requiredProfileFields.map((name) => [name, profile[name] ?? '']));
  const checked = checkoutProfile.safeParse(filled);
  if (checked.success) return;
  const fields: Record<string, string> = {};
  for (const issue of checked.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw refuse(refusals, 'PROFILE_INCOMPLETE', 'Please complete your details to proceed.', { fields });
}

/** @throws Refusal 409 BOOKING_CLOSED, BOOKING_NOT_ALLOWED */
export function requireBookingAllowed(settings: BookingSettings | null, profile: BuyerProfile): asserts settings {
  if (!settings?.enable_booking) throw refuse(refusals, 'BOOKING_CLOSED', 'Online booking is closed at present.');
  if (!profile.allowed_booking) {
    const text = 'Booking is not enabled for your account. Please contact admissions.';
    throw refuse(refusals, 'BOOKING_NOT_ALLOWED', text);
  }
}

/**
 * The cart, prices and terms must be those that the student was shown; what the request does not report is not compared.
 * @throws Refusal 409 CART_EMPTY, TERMS_NOT_ACCEPTED, CART_CHANGED with a `CartChange`
 */
export function requireUnchanged(lines: readonly OrderLine[], shown: Shown, termsVersion: string): void {
  if (lines.length === 0) throw refuse(refusals, 'CART_EMPTY', 'Your cart is empty.');
  const { terms_version, quote } = shown;
  if (terms_version === '' || (quote && terms_version === undefined))
    throw refuse(refusals, 'TERMS_NOT_ACCEPTED', 'You must accept the Terms & Conditions');
  const current = toQuote(lines);
  const areTermsCurrent = terms_version === undefined || terms_version === termsVersion;
  if (areTermsCurrent && (!quote || isSameQuote(quote, current))) return;
  const data = { before: { ...quote, terms_version }, after: { ...current, terms_version: termsVersion } };
  throw refuse(refusals, 'CART_CHANGED', 'Your cart has changed. Please review it again.', { data });
}

/** @throws Refusal 409 ALREADY_BOOKED, BATCH_CLOSED, BATCH_STARTED */
export function requireBookable(lines: readonly OrderLine[]): void {
  for (const { course, batch, trouble } of lines.flatMap((line) => line.courses))
    if (trouble) throw batchRefusal(trouble, course.id, batch.id);
}
