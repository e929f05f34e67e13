import type { BookingSettings } from '../../../contract/booking.ts';
import type { LineTrouble } from '../../../contract/cart.ts';
import { maxOrderLines } from '../../../contract/limits.ts';
import { createOrder, type Quote } from '../../../contract/orders.ts';
import { profileSchema, requiredProfileFields } from '../../../contract/student.ts';
import { busy, type Refusal, refuse } from '../../http/refusal.ts';
import type { OrderLine } from '../order-deps.ts';
import { isSameQuote, toQuote } from './quote.ts';

/** The student's profile fields that checkout requires, as stored, and whether the student may book. */
export type BuyerProfile = Record<(typeof requiredProfileFields)[number], string | null> & { allowed_booking: boolean };
/** What the review screen showed the student. A request may leave out any of these fields. */
export type Shown = { terms_version?: string | undefined; quote?: Quote | undefined };

const { refusals } = createOrder;

const batchTexts = {
  booked: ['ALREADY_BOOKED', 'You have already booked this batch.'],
  full: ['BATCH_FULL', 'No seats are available for this batch.'],
  closed: ['BATCH_CLOSED', 'This batch is no longer available for booking.'],
  started: ['BATCH_STARTED', 'This batch has already started.'],
} as const satisfies Record<LineTrouble, readonly [code: keyof typeof refusals, text: string]>;

/** Creates the 409 refusal of a batch that can't be booked, with `data { course_id, batch_id }`. */
export function batchRefusal(trouble: LineTrouble, courseId: number, batchId: number): Refusal {
  const [code, text] = batchTexts[trouble];
  return refuse(refusals, code, text, { data: { course_id: courseId, batch_id: batchId } });
}

/**
 * Creates the 409 refusal with `data { order_id, attempt_id }` that keeps a student from paying again while a payment
 * may still succeed.
 */
export const paymentPendingRefusal = (orderId: string, attemptId: string) =>
  refuse(refusals, 'PAYMENT_PENDING', 'Payment pending, do not pay again.', {
    data: { order_id: orderId, attempt_id: attemptId },
  });

/** Creates the 503 refusal for a student or batch that another transaction has locked. */
export const busyRefusal = () => busy();

const checkoutProfile = profileSchema.pick({
  first_name: true,
  last_name: true,
  email: true,
  mobile: true,
  whatsapp_number: true,
  dob: true,
});

/**
 * Checks that the student's profile is complete.
 * @throws Refusal 409 PROFILE_INCOMPLETE with the profile form's error messages in `fields`
 */
export function requireProfile(profile: BuyerProfile): void {
  const filled = Object.fromEntries(requiredProfileFields.map((name) => [name, profile[name] ?? '']));
  const checked = checkoutProfile.safeParse(filled);
  if (checked.success) return;
  const fields: Record<string, string> = {};
  for (const issue of checked.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw refuse(refusals, 'PROFILE_INCOMPLETE', 'Please complete your details to proceed.', { fields });
}

/**
 * Checks that online booking is open, and allowed for the student.
 * @throws Refusal 409 BOOKING_CLOSED, BOOKING_NOT_ALLOWED
 */
export function requireBookingAllowed(settings: BookingSettings | null, profile: BuyerProfile): asserts settings {
  if (!settings?.enable_booking) throw refuse(refusals, 'BOOKING_CLOSED', 'Online booking is closed at present.');
  if (!profile.allowed_booking) {
    const text = 'Booking is not enabled for your account. Please contact admissions.';
    throw refuse(refusals, 'BOOKING_NOT_ALLOWED', text);
  }
}

/**
 * Checks that the cart, prices and terms are those that the student was shown. Fields that the request leaves out are
 * not compared.
 * @throws Refusal 409 CART_EMPTY, TERMS_NOT_ACCEPTED, or CART_CHANGED with a `CartChange`
 */
export function requireSameAsShown(lines: readonly OrderLine[], shown: Shown, termsVersion: string): void {
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

/**
 * Checks that a one-time code or an emailed link has verified one of the student's contacts. The refusal is not stored
 * under the idempotency key, so that the same order can be sent again once a contact is verified.
 * @throws Refusal 403 CONTACT_NOT_VERIFIED
 */
export function requireVerifiedContact(hasVerifiedContact: boolean): void {
  if (hasVerifiedContact) return;
  throw refuse(refusals, 'CONTACT_NOT_VERIFIED', 'Please verify your mobile number or email to book.');
}

/** Checks that the order does not have more lines than allowed. @throws Refusal 409 TOO_MANY_LINES */
export function requireFewLines(lines: readonly OrderLine[]): void {
  if (lines.length <= maxOrderLines) return;
  const text = `An order can have at most ${maxOrderLines} lines. Remove ${lines.length - maxOrderLines} from your cart.`;
  throw refuse(refusals, 'TOO_MANY_LINES', text);
}

/** Creates the 409 refusal for a batch in which unpaid orders from the same IP address already hold too many seats. */
export const tooManyHoldsRefusal = (courseId: number, batchId: number) =>
  refuse(refusals, 'TOO_MANY_HOLDS', 'Too many unpaid seats of this batch are held from your network.', {
    data: { course_id: courseId, batch_id: batchId },
  });

/**
 * Checks that every batch in the cart can be booked. Free seats are checked elsewhere, by `SeatPlan`.
 * @throws Refusal 409 ALREADY_BOOKED, BATCH_CLOSED, BATCH_STARTED
 */
export function requireBookable(lines: readonly OrderLine[]): void {
  for (const { course, batch, trouble } of lines.flatMap((line) => line.courses))
    if (trouble) throw batchRefusal(trouble, course.id, batch.id);
}

/**
 * Checks that the student has confirmed every batch in the cart that clashes with another batch, be it in the cart or
 * booked. The quote names the confirmed batches. A call without a quote is allowed and not checked (decision 130, "Let
 * students confirm dates that clash").
 * @throws Refusal 409 DATES_CLASH
 */
export function requireConfirmedDates(lines: readonly OrderLine[], { quote }: Shown): void {
  if (!quote) return;
  const clashes = lines.flatMap(({ courses }) =>
    courses.flatMap(({ course, batch, clash }) => {
      if (!clash || quote.confirmed_batch_ids?.includes(batch.id)) return [];
      const { id: batch_id, start_date, end_date } = batch;
      return [{ course_id: course.id, batch_id, course_name: course.course_name, start_date, end_date, other: clash }];
    }),
  );
  if (clashes.length > 0) throw refuse(refusals, 'DATES_CLASH', 'Some of your dates clash.', { data: { clashes } });
}
